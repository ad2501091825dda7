/** What the contract says of a request: its schema, and the examples it has. */
import { document } from '../../words.js';
import type { Schema, Schemas } from '../play/shape.js';

export interface RequestForm {
  readonly schema: Schema;
  readonly schemas: Schemas;
  /** Bodies that are accepted, by what they are. */
  readonly examples: readonly (readonly [string, unknown])[];
}

interface Body { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
interface Contract {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: { readonly content: Readonly<Record<string, Body>> } } }>>;
  readonly components: { readonly schemas: Schemas };
}

/** Return what may be sent to a path of a service; undefined where nothing may. */
export async function requestForm(service: string, path: string): Promise<RequestForm | undefined> {
  const { paths, components } = await document<Contract>(`/schema/${service}.json`);
  const body = paths[path]?.post?.requestBody?.content['application/json'];
  if (body === undefined) return undefined;
  const examples = Object.entries(body.examples ?? {}).map(([name, { value }]) => [name, value] as const);
  return { schema: body.schema, schemas: components.schemas, examples };
}
