/** Verification of logs; the verifier is loaded on first use. */
import type { Report } from './generated/verification.mjs';

export interface Progressing {
  /** Called with the amount of work done, and the total. */
  progress?: ((done: number, of: number) => void) | undefined;
}

/**
 * Verify an exported log, and its receipt if there is one: its chain, and its visible draws.
 *
 * `key` is the server's public key. Throws: ReceiptRefused, if the receipt itself is invalid; an error
 * if the browser has no WebCrypto, as on pages from plain http on another computer.
 */
export async function verify(
  log: string | Uint8Array, options: Progressing & { receipt?: string | Uint8Array | object; key?: string | undefined } = {},
): Promise<Report> {
  const verification = await import('./generated/verification.mjs');
  return verification.verify(log, options);
}
