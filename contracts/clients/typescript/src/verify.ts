/** Verification of logs; the verifier is loaded on first use. */
import type { Report } from './generated/verification.mjs';

/** A log or a receipt, as it was written. */
export type Written = string | Uint8Array | object;

export interface Progressing {
  /** Called with the amount of work done, and the total. */
  progress?: ((done: number, of: number) => void) | undefined;
}

/**
 * Verify an exported log, and its receipt if there is one: its chain, and its visible draws. A fork is also held to its
 * `parent`: the log of the stream that it came from, or a receipt of that; dice that a table rolled to its log, `luck`.
 *
 * `key` is the server's public key. Throws: ReceiptRefused, if the receipt itself is invalid; an error
 * if the browser has no WebCrypto, as on pages from plain http on another computer.
 */
export async function verify(
  log: string | Uint8Array, options: Progressing & {
    receipt?: Written; key?: string | undefined; parent?: Written | undefined; luck?: string | Uint8Array | undefined;
  } = {},
): Promise<Report> {
  const verification = await import('./generated/verification.mjs');
  return verification.verify(log, options);
}
