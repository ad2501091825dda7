/** Sources of a replay: a stream of a server, followed live, or an exported file. */
import type { Arbiter } from 'arbiter-client';
import { droppedFile, readExport, serviceOf, type DroppedFile } from '../exported.js';
import type { EventWords } from '../sentence.js';
import type { AskCauses } from './causes.js';
import type { ChancesSeen } from './chance.js';
import { Log, type Sent } from './log.js';
import type { Source } from './player.js';
import type { Seen } from './views.js';
import { LANGUAGE, t } from '../../texts.js';
import { learnt } from '../../words.js';

type ServedStream = ReturnType<Arbiter['stream']>;

/** A source, and a function that loads it. */
export interface Loading {
  readonly source: Source;
  /** Load the log, then follow the stream until the signal aborts; throws the server's refusals. */
  readonly fill: (signal: AbortSignal) => Promise<void>;
}

/** A log that is loaded from a text: its name, and the stream that it is of. */
export type FileLoading = Loading & { readonly name: string; readonly stream: string };

const AROUND = 60, PAGE = 1000;
/** For streams with more events than this, commands and draws are not loaded from the export. */
const LONG = 20_000;

/** The version where a replay begins, whether its reader has a credential and may ask for more than the log, and how it asks for causes. */
export interface Reading { readonly at?: number | undefined; readonly asks: boolean; readonly causes?: AskCauses | undefined }

/** Load a stream: first the events around a version, then all others, then new ones. */
export async function fromStream(stream: ServedStream, words: Promise<EventWords>, { at, asks, causes }: Reading): Promise<Loading> {
  if (LANGUAGE !== 'en') await learnt();
  const log = new Log(stream.service);
  const nearby = at === undefined ? undefined : log.addAll(read(stream, Math.max(0, at - AROUND), AROUND), 2 * AROUND);
  nearby?.catch(() => undefined); // the view fails in the same way, and first
  const newest = (await stream.view()) as unknown as Seen;
  await (nearby ?? log.addAll(read(stream, Math.max(0, newest.version - AROUND), AROUND)));
  log.last = newest.version;
  log.names.sit(newest.seats);
  words.then((found) => { log.words = found; log.notify(); }, () => undefined);
  const source: Source = {
    log, newest, live: newest.status === 'open', view: async (version) => (await stream.view({ at: version })) as unknown as Seen,
    ...(asks && { chances: (version: number) => stream.get<ChancesSeen>('/chances', { query: { version } }) }), ...(causes && { causes }),
  };
  return { source, fill: (signal) => fill(source, stream, newest.version, signal) };
}

const read = (stream: ServedStream, after: number, limit: number, signal?: AbortSignal): AsyncIterable<Sent> =>
  stream.events({ after, limit, ...(signal && { signal }) }) as unknown as AsyncIterable<Sent>;

async function fill(source: Source, stream: ServedStream, version: number, signal: AbortSignal): Promise<void> {
  const { log } = source;
  const following = source.live ? log.addAll(eventsOf(stream, version, signal, log)) : undefined;
  await log.addAll(read(stream, 0, PAGE, signal));
  if (version <= LONG) for await (const commits of readExport(await stream.export({ signal }))) log.addCommits(commits);
  await following;
  source.live = false;
}

/** Follow a stream, and add each event when it arrives. */
async function* eventsOf(stream: ServedStream, after: number, signal: AbortSignal, log: Log): AsyncGenerator<Sent> {
  for await (const event of stream.follow({ after, signal })) {
    yield event as unknown as Sent;
    queueMicrotask(() => log.notify());
  }
}

/** Load the dropped file; descriptions come from the server if there is one. */
export async function fromFile(wordsOf: (service: string) => Promise<EventWords>): Promise<FileLoading> {
  const file = droppedFile();
  if (file === undefined) throw new Error(t('No file is open in this tab.'));
  return fromText(file, wordsOf);
}

/** Load a log from its text, without a server. */
export async function fromText(file: DroppedFile, wordsOf: (service: string) => Promise<EventWords>): Promise<FileLoading> {
  if (LANGUAGE !== 'en') await learnt();
  const commits = readExport(file.text), first = await commits.next(), stream = first.value?.[0]?.stream;
  if (stream === undefined) throw new Error(t('This file is not a log.'));
  const log = new Log(serviceOf(stream));
  // Without a server there are no descriptions, and the log is shown without them.
  void wordsOf(serviceOf(stream)).then((words) => { log.words = words; log.dispatchEvent(new Event('change')); }, () => undefined);
  log.addCommits(first.value!);
  const source: Source = { log, live: false };
  const fillIt = async (): Promise<void> => { for await (const more of commits) log.addCommits(more); };
  return { source, fill: fillIt, name: file.name, stream };
}
