/** A request in the contract: its schema and its examples. */
import { document } from '../../words.js';
import type { Schema, Schemas } from '../play/shape.js';

export interface RequestForm {
  readonly schema: Schema;
  readonly schemas: Schemas;
  /** Example requests, by name. */
  readonly examples: readonly (readonly [string, unknown])[];
}

interface Body { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: { readonly content: Readonly<Record<string, Body>> } } }>>;
  readonly components: { readonly schemas: Schemas };
}

/** Return the schema and examples of the request to a path; `undefined` if it takes none. */
export async function requestForm(service: string, path: string): Promise<RequestForm | undefined> {
  const { paths, components } = await document<Contract>(`/schema/${service}.json`);
  const body = paths[path]?.post?.requestBody?.content['application/json'];
  if (body === undefined) return undefined;
  const examples = Object.entries(body.examples ?? {}).map(([name, { value }]) => [name, value] as const);
  return { schema: body.schema, schemas: components.schemas, examples };
}
