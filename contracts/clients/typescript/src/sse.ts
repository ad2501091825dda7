/** Server-sent events over `fetch`, which can send headers, unlike `EventSource`. */
import { isPassing } from './problem.js';
import { pauseBefore, sleep, type Call, type Transport } from './transport.js';

/** A message of an event stream. */
export interface Message {
  /** The version after it; empty if the message has none. */
  id: string;
  event: string;
  data: string;
}

/** A connection that is silent for longer than this is dead: the server pings every 15 seconds. In milliseconds. */
const SILENCE = 45_000;

/** Parse messages from pieces of text; comments and an incomplete last message are skipped. A line may end with CR LF. */
export function* messagesOf(state: { rest: string }, piece: string): Generator<Message> {
  const blocks = (state.rest + piece.replaceAll('\r', '')).split('\n\n');
  state.rest = blocks.pop() ?? '';
  for (const block of blocks) {
    const message = { id: '', event: 'message', data: [] as string[] };
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === 'data') message.data.push(value);
      else if (name === 'id' || name === 'event') message[name] = value;
    }
    if (message.data.length > 0) yield { ...message, data: message.data.join('\n') };
  }
}

/** Read one connection until it ends or is lost. Throws: Problem, if there is no connection. */
async function* connection(transport: Transport, call: Call, connected: () => void): AsyncGenerator<Message> {
  const silent = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, silent.signal]) : silent.signal;
  const body = await transport.send({ ...call, signal }, (answer) => Promise.resolve(answer.body));
  connected();
  if (body === null) return;
  const reader = body.getReader();
  const stop = (): void => { reader.cancel().catch(() => undefined); };
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder(), state = { rest: '' };
  try {
    for (;;) {
      const timer = setTimeout(() => { silent.abort(); }, SILENCE);
      const piece = await reader.read().catch(() => undefined).finally(() => { clearTimeout(timer); });
      if (!piece || piece.done) return;
      yield* messagesOf(state, decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/**
 * Read an event stream, and resume after its last message whenever the connection is lost, with growing pauses.
 *
 * `isOver` is called when a connection ends, with the id of the last message: whether no further message can come. After a
 * first connection, it reconnects until the signal is aborted.
 * Throws: Problem, if the server refuses, or does not answer the first request.
 */
export async function* resumed(
  transport: Transport, call: Call, after: string, isOver: (last: string) => Promise<boolean>,
): AsyncGenerator<Message> {
  let last = after, was = false;
  for (let tries = 0; !call.signal?.aborted; tries += 1) {
    try {
      const headers = { ...call.headers, Accept: 'text/event-stream', 'Last-Event-ID': last };
      for await (const message of connection(transport, { ...call, headers }, () => { was = true; })) {
        last = message.id || last;
        tries = 0;
        yield message;
      }
      if (!call.signal?.aborted && (await isOver(last))) return;
    } catch (error) {
      if (call.signal?.aborted) return;
      if (!was || !isPassing(error)) throw error;
    }
    await sleep(pauseBefore(tries), call.signal).catch(() => undefined);
  }
}
