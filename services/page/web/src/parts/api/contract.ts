/** The contract of a service, as its page shows it: operations in groups, and what each takes and answers. */
import { document, spelled, titled } from '../../words.js';
import type { Schema, Schemas } from '../play/shape.js';
import { t } from '../../texts.js';

/** Content by media type: its schema, and its examples by name. */
export type Content = Readonly<Record<string, { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>;
}

/** An operation, with its method and its path. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly unknown[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** Operations whose paths begin alike. */
export interface Group { readonly title: string; readonly operations: readonly Operation[] }
export interface Contract { readonly groups: readonly Group[]; readonly schemas: Schemas }

const JSON_MEDIA = 'application/json';

/** Return the contract of a service: what is its own first, then what all services share. */
export async function contractOf(service: string): Promise<Contract> {
  const { paths, components } = await document<Document>(`/schema/${encodeURIComponent(service)}.json`);
  const groups = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    const title = groupOf(path, service);
    const found = groups.get(title) ?? [];
    groups.set(title, found);
    for (const [method, operation] of Object.entries(methods)) found.push({ ...operation, method: method.toUpperCase(), path });
  }
  const isOwn = ([, [first]]: [string, Operation[]]): boolean => first!.path.startsWith(`/${service}/`);
  const all = [...groups];
  return {
    groups: [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))].map(([title, operations]) => ({ title, operations })),
    schemas: components.schemas,
  };
}

/** Return the title of the group of a path: what its streams are called, or the part of the server. */
function groupOf(path: string, service: string): string {
  const [first = '', version = '', third = ''] = path.split('/').filter(Boolean);
  if (!/^v\d+$/.test(version)) return t('The state of the server');
  return first === service ? titled(third) : t`All services: ${spelled(third)}`;
}

/** Return the operations whose path, summary or name contains all words. */
export function found(groups: readonly Group[], words: string): readonly Group[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one: Operation): boolean => {
    const text = `${one.method} ${one.path} ${one.summary} ${one.description} ${one.operationId}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return groups.map(({ title, operations }) => ({ title, operations: operations.filter(fits) })).filter(({ operations }) => operations.length > 0);
}

/** Return the JSON body that an operation takes, if it takes one. */
export const bodyOf = ({ requestBody }: Operation): Content[string] | undefined => requestBody?.content[JSON_MEDIA];

/** Whether an answer is a refusal: all others carry out what was asked. */
export const isRefusal = (status: string): boolean => Number(status) >= 400;

/** Return a command line that sends an operation, with the first example of its body. */
export function curl(operation: Operation): string {
  const { method, path, security } = operation, body = bodyOf(operation);
  const lines = [`curl -s "$ARBITER_URL${path.replace(/\{(\w+)\}/g, '$$$1')}"`];
  if (security && security.length > 0) lines.push('-H "Authorization: Bearer $ARBITER_KEY"');
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(Object.values(body.examples ?? {})[0]?.value ?? {}).replaceAll("'", "'\\''")}'`);
  else if (method !== 'GET') lines.push(`-X ${method}`);
  return lines.join(' \\\n  ');
}
