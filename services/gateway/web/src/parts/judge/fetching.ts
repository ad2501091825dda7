/** What the judge fetches beside a stream's own calls, and what it saves. */
import { appKey, arbiter, seatsOf } from '../../access.js';

/** Read a path of a stream by the app's key, or by the first seat of it whose token this tab has. */
export function fetched<T>(service: string, id: string, path: string, signal: AbortSignal): Promise<T> {
  const token = appKey() === undefined ? seatsOf(service, id)[0]?.token : undefined;
  return arbiter().get<T>(path, { token, signal });
}

/** Save a text as a file. */
export function saved(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
