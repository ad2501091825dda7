/**
 * The sentences of all games, without a page: for programs that run in node, such as the test that reads every log.
 *
 * `sentencesOf(text, service)` describes the events of an export; `isSaid(event, service)` says whether the page or the game
 * has a sentence for an event; `sentenceData()` returns the sentences as data.
 */
import { addGame, type Sentences } from './games.js';
import { readLine } from './parts/exported.js';
import { sentenceData } from './parts/sentences/data.js';
import { Names, own, request, sentence, type Message } from './parts/sentence.js';
import { templatesOf, writersOf } from './parts/sentences/templates.js';

const FOUND = import.meta.glob<Sentences>('../../../*/page/sentences.ts', { eager: true, import: 'default' });

for (const [path, sentences] of Object.entries(FOUND)) addGame(path.split('/').at(-3)!, sentences);

export { sentenceData };

/** An event of a log and its sentence; `own` is false if no template and no function fits it. */
export interface Described { readonly version: number; readonly event: Message; readonly says: string; readonly own: boolean }
/** A command of a log and its sentence. */
export interface Asked { readonly version: number; readonly command: Message; readonly says: string }

/** Whether the page or the game has a template or a function for a type of event. */
export const isSaid = (type: string, service: string): boolean => templatesOf(type, service).length + writersOf(type, service).length > 0;

/** Describe all events and commands of an export, in their order. */
export function sentencesOf(text: string, service: string): { readonly events: readonly Described[]; readonly commands: readonly Asked[] } {
  const names = new Names(service), commits = text.split('\n').filter(Boolean).map((line, place) => readLine(line, place + 1));
  const events = commits.flatMap(({ before, events: all }) => all.map((event, place) => ({ version: before + place + 1, event })));
  for (const { version, event } of events) names.learn(event, version);
  const described = events.map(({ version, event }): Described => {
    const knowing = { names, at: version, service };
    return { version, event, says: sentence(event, undefined, knowing), own: own(event, knowing) !== undefined };
  });
  return { events: described, commands: commits.map(({ version, command }) => ({ version, command, says: request(command, { names, at: version, service }) })) };
}
