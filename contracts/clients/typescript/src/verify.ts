/** Verification of logs, loaded when it is first asked for. */
import type { Report } from './generated/verification.mjs';

export interface Progressing {
  /** Told how much of the work is done, and of how much. */
  progress?: ((done: number, of: number) => void) | undefined;
}

/**
 * Verify an exported log, and a receipt with it: its chain, and the draws that are shown.
 *
 * `key` is the public key by which the server is known. Throws: ReceiptRefused, where the receipt itself is bad; an error
 * where the browser has no WebCrypto, as on pages that come over plain http from another computer.
 */
export async function verify(
  log: string | Uint8Array, options: Progressing & { receipt?: string | Uint8Array | object; key?: string | undefined } = {},
): Promise<Report> {
  const verification = await import('./generated/verification.mjs');
  return verification.verify(log, options);
}
