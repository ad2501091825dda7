/** Finds rolls of numbered dice in events. */
import { isRecord } from '../play/names.js';

/** A roll in an event: its faces, and what the game says of them. */
export interface FoundRoll { readonly faces: readonly number[]; readonly [field: string]: unknown }

/** Return the objects in an event that have faces, in order; secret parts that are not shown have none. */
export function rollsIn(value: unknown): readonly FoundRoll[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(rollsIn);
  if (!isRecord(value)) return [];
  const { faces } = value;
  const isRoll = Array.isArray(faces) && faces.length > 0 && (faces as unknown[]).every((face) => typeof face === 'number');
  return isRoll ? [value as FoundRoll] : Object.values(value).flatMap(rollsIn);
}
