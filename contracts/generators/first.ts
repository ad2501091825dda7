// First requests, in the types of the generated clients: a roll, a match, a command, and what happened by its tag.
// Run with ARBITER_URL and ARBITER_KEY.
import assert from 'node:assert/strict';

import { client as ofDice } from './clients/dice/client.gen.js';
import { diceRoll } from './clients/dice/index.js';
import { client as ofTcg } from './clients/tcg/client.gen.js';
import {
  tcgDeck, tcgEvents, tcgEventsStream, tcgLegal, tcgOpenStream, tcgSendCommand, type TcgEvent,
} from './clients/tcg/index.js';

const { ARBITER_URL, ARBITER_KEY } = process.env;
ofDice.setConfig({ baseUrl: ARBITER_URL, auth: ARBITER_KEY });
ofTcg.setConfig({ baseUrl: ARBITER_URL, auth: ARBITER_KEY });

async function roll(): Promise<number> {
  const { data } = await diceRoll({
    body: { rolls: [{ what: { throw: 'Notation', text: '4d6kh3 + 2' }, purpose: 'strength' }] },
    throwOnError: true,
  });
  const { outcome } = data.rolls[0];
  assert(outcome.of === 'notation');
  return outcome.total as number;
}

function told(event: TcgEvent): string {
  switch (event.type) {
    case 'DeckAccepted':
      return `${event.seat} handed a deck in`;
    case 'SeatOpened':
      return `${event.seat} sits down`;
    default:
      return event.type;
  }
}

async function match(): Promise<string[]> {
  const opened = await tcgOpenStream({ body: { seats: [{ seat: 'ann' }, { seat: 'bob' }] }, throwOnError: true });
  const path = { id: opened.data.id };
  const [ann] = opened.data.seats;
  const deck = await tcgDeck({ path: { deck: 'lantern' }, throwOnError: true });
  const asked = { path, body: { command: { type: 'SubmitDeck', deck: deck.data } }, auth: ann.token } as const;

  const tried = await tcgSendCommand({ ...asked, query: { dry_run: true }, throwOnError: true });
  assert('allowed' in tried.data && tried.data.allowed);
  const done = await tcgSendCommand({ ...asked, throwOnError: true });
  assert('events' in done.data && 'head' in done.data);
  const said = done.data.events.map(told);

  const legal = await tcgLegal({ path, auth: ann.token, throwOnError: true });
  await tcgSendCommand({ path, body: legal.data.legal.allowed[0].body, auth: ann.token, throwOnError: true });
  const page = await tcgEvents({ path, auth: ann.token, throwOnError: true });
  const enough = new AbortController();
  const headers = { Accept: 'text/event-stream' } as const;
  const { stream } = await tcgEventsStream({ path, auth: ann.token, headers, signal: enough.signal });
  for await (const message of stream) {
    assert.deepEqual(message, page.data.items[0]);
    said.push(told(message.data));
    enough.abort();
    break;
  }
  return said;
}

console.log(JSON.stringify({ total: await roll(), said: await match() }));
