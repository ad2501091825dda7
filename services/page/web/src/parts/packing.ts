/** Texts packed into the fragment of an address: what a link has with it. */

const MOST_BYTES = 1_000_000;

const coded = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const decoded = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** Read a stream to its end. Throws: RangeError above the limit, so that a short link cannot fill the memory. */
async function whole(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) { await reader.cancel(); throw new RangeError('too large'); }
    parts.push(value);
  }
  const joined = new Uint8Array(size);
  parts.reduce((at, part) => { joined.set(part, at); return at + part.length; }, 0);
  return joined;
}

const through = (bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream): Promise<Uint8Array> =>
  whole(new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>));

/** Pack a text for a link. */
export const packText = async (text: string): Promise<string> => coded(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')));

/** Read the text of a link. Throws: an error if it is none, or too large. */
export const unpackText = async (packed: string): Promise<string> => new TextDecoder().decode(await through(decoded(packed), new DecompressionStream('deflate-raw')));
