/** What the page decides about passing, tried without a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace, SOONEST, SPREAD, decide, modeNow, passed, readChoices, CHOICES } from '../../contracts/clients/typescript/src/passing.js';

const CARDS = { 7: 'feint', 9: 'riptide' };
const cardOf = (thing) => CARDS[thing];
const asked = (kind = 'respond', more = {}) =>
  ({ turn: 3, active: 'bob', decisions: [{ number: 12, seat: 'ann', kind }], offer: null, chain: [], ...more });
const KINDS = { Pass: 'answer', SetStops: 'aside', CallTime: 'aside', TakeBack: 'aside', Concede: 'ending', OfferDraw: 'ending', RotateToken: 'stream' };
const may = (...commands) => ({ allowed: commands.map(([command, fields = {}]) => ({ command, kind: KINDS[command] ?? 'move', body: { command: { type: command, ...fields } } })) });
const ONLY_PASS = may(['Pass'], ['SetStops'], ['Concede'], ['OfferDraw'], ['RotateToken'], ['CallTime'], ['TakeBack']);
const WITH_FEINT = may(['Pass'], ['Concede'], ['Activate', { card: 7 }]);
const verdict = (view, legal, choices = {}) => decide('ann', view, legal, { ...CHOICES, ...choices }, cardOf);
const PASSES = { pass: true, decision: 12 };

test('a seat passes automatically where it has no move', () => {
  assert.deepEqual(verdict(asked(), ONLY_PASS), PASSES);
});

test('a seat that can do something else decides itself', () => {
  assert.deepEqual(verdict(asked(), WITH_FEINT), { pass: false, why: 'a choice' });
});

test('only a response window of this seat is passed', () => {
  for (const kind of ['act', 'combat', 'pay', 'mulligan']) assert.equal(verdict(asked(kind), may(['EndStep'], ['Pass'])).why, 'not asked');
  assert.equal(decide('bob', asked(), ONLY_PASS, CHOICES, cardOf).why, 'not asked');
  assert.equal(verdict(asked(), may(['Concede'])).why, 'not asked');
});

test('nothing is passed before the legal list is known', () => {
  assert.equal(verdict(asked(), undefined).why, 'not known yet');
});

test('with passing switched off, the person always decides', () => {
  assert.equal(verdict(asked(), ONLY_PASS, { mode: 'off' }).why, 'off');
});

test('an automatic pass never withdraws an offered draw', () => {
  assert.equal(verdict(asked('respond', { offer: { by: 'bob', open: ['ann'] } }), ONLY_PASS).why, 'a draw is offered');
  assert.equal(verdict(asked('respond', { offer: { by: 'ann', open: ['bob'] } }), ONLY_PASS, { mode: 'turn' }).why, 'a draw is offered');
});

test('everything is passed until the seat\'s own turn, whatever could be done, and nothing from then on', () => {
  const choices = { mode: 'turn', turn: 3 };
  assert.deepEqual(verdict(asked(), WITH_FEINT, choices), PASSES);
  assert.equal(verdict(asked('respond', { turn: 4, active: 'ann' }), WITH_FEINT, choices).why, 'a choice');
  assert.equal(modeNow({ ...CHOICES, ...choices }, 'ann', asked('act', { turn: 4, active: 'ann' })), 'on');
  assert.equal(modeNow({ ...CHOICES, ...choices }, 'ann', asked('act', { turn: 4 })), 'turn');
});

test('a choice made in the seat\'s own turn lasts until its next turn', () => {
  assert.deepEqual(verdict(asked('respond', { active: 'ann' }), WITH_FEINT, { mode: 'turn', turn: 3 }), PASSES);
});

test('a chosen card stops passing while it is on the chain, and when it could be used', () => {
  const chained = asked('respond', { chain: [{ card: 'riptide' }] });
  assert.equal(verdict(chained, ONLY_PASS, { cards: ['riptide'] }).why, 'a card');
  assert.equal(verdict(asked(), WITH_FEINT, { mode: 'turn', turn: 3, cards: ['feint'] }).why, 'a card');
  assert.deepEqual(verdict(chained, WITH_FEINT, { mode: 'turn', turn: 3, cards: ['kindle'] }), PASSES);
});

test('the delay is drawn when a decision first appears, and later looks change nothing', () => {
  for (const drawn of [0, 0.25, 0.999]) {
    const times = [ONLY_PASS, WITH_FEINT].map((legal) => {
      const pace = new Pace(() => drawn);
      pace.seen(12, 1000);
      verdict(asked(), legal);
      return 1200 + pace.left(12, 1200);
    });
    assert.deepEqual(times, [1000 + SOONEST + SPREAD * drawn, 1000 + SOONEST + SPREAD * drawn]);
  }
});

test('each decision draws one delay', () => {
  const draws = [0.1, 0.9, 0.5], pace = new Pace(() => draws.shift());
  for (const time of [0, 50, 300]) pace.seen(12, time);
  assert.equal(pace.left(12, 100), SOONEST + SPREAD * 0.1 - 100);
  assert.equal(pace.left(13, 100), SOONEST + SPREAD * 0.9);
  assert.deepEqual(draws, [0.5]);
});

test('a person who thinks for longer than the delay passes at once', () => {
  const pace = new Pace(() => 0.5);
  pace.seen(12, 0);
  assert.equal(pace.left(12, SOONEST + SPREAD), 0);
});

test('stored settings are read back, and an unreadable one gets its default', () => {
  const kept = { mode: 'turn', turn: 4, cards: ['feint'], waive: false };
  assert.deepEqual(readChoices(JSON.stringify(kept)), kept);
  for (const odd of [null, '', '{', 'null', '[]', '{"mode":"x","cards":7}']) assert.deepEqual(readChoices(odd), CHOICES);
  assert.deepEqual(readChoices('{"cards":["feint",3]}').cards, ['feint']);
});

test('where the server passes, the client does not', () => {
  const served = asked('respond', { settings: { auto_pass: 'nothing_else' } });
  assert.equal(verdict(served, ONLY_PASS).why, 'the server passes');
  assert.deepEqual(verdict(served, WITH_FEINT, { mode: 'turn', turn: 3 }), PASSES);
});

test('the kind of a command decides whether it counts as something else', () => {
  const kinds = (...commands) => ({ allowed: commands.map(([command, kind]) => ({ command, kind, body: { command: { type: command } } })) });
  assert.deepEqual(verdict(asked(), kinds(['Pass', 'answer'], ['Gloat', 'aside'], ['Concede', 'ending'])), PASSES);
  assert.equal(verdict(asked(), kinds(['Pass', 'answer'], ['Gloat', 'move'])).why, 'a choice');
});

test('a seat of a stream passes once, after its delay, and only where nothing else can be done', async () => {
  const sent = [], waits = [];
  const player = (game, legal) => ({
    view: async () => ({ game }), legal: async () => ({ legal }), send: async (command) => { sent.push(command); },
  });
  const pace = new Pace(() => { waits.push(sent.length); return -SOONEST / SPREAD; });
  assert.equal(await passed(player(asked(), WITH_FEINT), 'ann', pace), false);
  assert.equal(await passed(player(asked('act'), ONLY_PASS), 'ann', pace), false);
  assert.equal(await passed(player(asked(), ONLY_PASS), 'ann', pace), true);
  assert.deepEqual([sent, waits], [[{ type: 'Pass', decision: 12 }], [0]]);
});
