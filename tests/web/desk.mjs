// The desk's arithmetic and its changes of sets and decks, without a browser. The node that builds the page runs TypeScript as it is.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

registerHooks({
  resolve: (name, context, next) => next(name.startsWith('.') ? name.replace(/\.js$/, '.ts') : name, context),
});

const FOLDER = '../../services/tcg/page/desk';
const { chanceOf, average, byTurn, fractionOf, numberOf, percentOf, ways } = await import(`${FOLDER}/odds.ts`);
const { packed, unpacked } = await import(`${FOLDER}/share.ts`);
const { differences } = await import(`${FOLDER}/compare.ts`);
const work = await import(`${FOLDER}/work.ts`);

/** Count the draws of `seen` of `deck` cards, one by one, that have at least `least` of the first `copies`. */
function counted({ deck, copies, seen, least }) {
  let over = 0n, under = 0n;
  const draw = (from, left, found) => {
    if (left === 0) { under += 1n; if (found >= least) over += 1n; return; }
    for (let card = from; card <= deck - left; card += 1) draw(card + 1, left - 1, found + (card < copies ? 1 : 0));
  };
  draw(0, seen, 0);
  return { over, under };
}

const card = (name, more = {}) => ({ id: work.idFor(name, []), name, kind: 'form', set_id: 'MINE', number: '001', rarity: 'common', level: 0, pwr: 2, effects: [], ...more });
const list = { savior: 'marshal', main: { fox: 4 }, spirits: { 'house-boost': 15 } };
const begun = (...cards) => ({ sets: [{ name: 'Mine', cards }], decks: [{ name: 'First', cards: 'Mine', list }] });

test('ways to choose are those of Pascal’s triangle', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((k) => ways(4, k)), [1n, 4n, 6n, 4n, 1n]);
  assert.equal(ways(30, 5), 142_506n);
  assert.equal(ways(60, 30), 118_264_581_564_861_424n);
  assert.equal(ways(3, 4), 0n);
});

test('published odds of opening hands', () => {
  // 40 cards, 3 copies, 5 cards seen: 33.76 %; 60 cards, 24 copies, 7 cards seen, at least 2: 85.7 % (hypergeometric calculators).
  assert.equal(percentOf(chanceOf({ deck: 40, copies: 3, seen: 5, least: 1 })), '33.8 %');
  assert.equal(percentOf(chanceOf({ deck: 60, copies: 24, seen: 7, least: 2 })), '85.7 %');
  assert.equal(fractionOf(chanceOf({ deck: 52, copies: 4, seen: 5, least: 4 })), '1/54145');
});

test('the odds are those of counting every hand', () => {
  for (const [deck, copies, seen, least] of [[8, 3, 4, 1], [8, 3, 4, 2], [10, 4, 5, 3], [7, 7, 3, 3], [6, 0, 3, 1], [9, 2, 9, 2]]) {
    const { over, under } = counted({ deck, copies, seen, least }), found = chanceOf({ deck, copies, seen, least });
    assert.equal(found.over * under, over * found.under, `${deck} ${copies} ${seen} ${least}`);
  }
});

test('one more card is seen each turn, and never more than the deck has', () => {
  const chances = byTurn(30, 4, 1, 3).map(fractionOf);
  assert.deepEqual(chances, [5, 6, 7, 8].map((seen) => fractionOf(chanceOf({ deck: 30, copies: 4, seen, least: 1 }))));
  assert.equal(fractionOf(byTurn(6, 1, 1, 4).at(-1)), '1/1');
  assert.equal(average(30, 6), 1);
});

test('a chance that is neither certain nor impossible never reads so', () => {
  assert.deepEqual([{ over: 0n, under: 1n }, { over: 1n, under: 1n }].map(percentOf), ['0 %', '100 %']);
  assert.deepEqual([{ over: 1n, under: 10_000n }, { over: 9_999n, under: 10_000n }].map(percentOf), ['under 0.1 %', 'over 99.9 %']);
  assert.equal(numberOf({ over: 1n, under: 3n }), 0.333333);
});

test('a new name gives a card a new id, in the decks of its set too', () => {
  const before = begun(card('Fox'), card('Owl'));
  const after = work.putCard(before, before.sets[0], 0, { ...before.sets[0].cards[0], name: 'Owl' });
  assert.deepEqual(after.sets[0].cards.map(({ id }) => id), ['owl-2', 'owl']);
  assert.deepEqual(after.decks[0].list.main, { 'owl-2': 4 });
  assert.deepEqual(before.sets[0].cards.map(({ id }) => id), ['fox', 'owl']);
});

test('a copy of a card has its own name, id and number, and every effect its own id', () => {
  const before = begun(card('Fox', { effects: [{ id: 'e' }, { id: 'e' }, {}] }));
  const [, copy] = work.addCopy(before, before.sets[0], before.sets[0].cards[0], 'Fox').sets[0].cards;
  assert.deepEqual([copy.name, copy.id, copy.number], ['Fox 2', 'fox-2', '002']);
  assert.deepEqual(copy.effects.map(({ id }) => id), ['e', 'effect', 'effect-2']);
});

test('a removed card leaves the decks of its set', () => {
  const before = begun(card('Fox'), card('Owl'));
  const after = work.removeCard(before, before.sets[0], 0);
  assert.deepEqual([after.sets[0].cards.length, after.decks[0].list.main], [1, {}]);
  assert.deepEqual(work.removeSet(after, 'Mine'), work.EMPTY);
});

test('a set is read as it was saved, and anything else is refused in words', () => {
  const set = begun(card('Fox')).sets[0];
  assert.deepEqual(work.readSet(work.writtenSet(set)), set);
  for (const text of ['', '[]', '{"name": "x"}', '{"name": "x", "cards": [1]}']) assert.throws(() => work.readSet(text), /^Error: This file is /);
});

test('kept work that other programs have spoiled is left out', () => {
  const good = begun(card('Fox'));
  assert.deepEqual(work.usableWork(undefined), work.EMPTY);
  assert.deepEqual(work.usableWork({ sets: [...good.sets, { name: 5 }], decks: [...good.decks, { name: 'x', list: {} }] }), good);
});

test('a link has the deck and of its own set the cards that it contains', async () => {
  const { sets: [set], decks: [deck] } = begun(card('Fox'), card('Owl'));
  const { deck: read, own } = await unpacked(await packed(deck, set));
  assert.deepEqual([read, own], [deck, { name: 'Mine', cards: [set.cards[0]] }]);
  const ours = await unpacked(await packed({ ...deck, cards: 'starter' }, undefined));
  assert.deepEqual(ours, { deck: { ...deck, cards: 'starter' }, own: undefined });
});

test('a broken link, and one that would fill the memory, are refused in words', async () => {
  const bomb = await packed({ name: 'x'.repeat(2_000_000), cards: 'starter', list }, undefined);
  for (const text of ['', 'x', '!!!', bomb]) await assert.rejects(unpacked(text), /^Error: This link to a deck is incomplete/);
});

test('sets differ by what is printed', () => {
  const text = (name, ...box) => ({ name, kind: 'form', orbs: 1, tribes: [], archetypes: [], faces: [{ label: '', pwr: 3, box }] });
  const before = new Map([['fox', text('Fox', 'draw 1')], ['owl', text('Owl')], ['elk', text('Elk')]]);
  const after = new Map([['fox', text('Fox', 'draw 2')], ['elk', text('Elk')], ['bee', text('Bee')]]);
  const found = differences(before, after);
  assert.deepEqual(found.map(({ name }) => name), ['Fox', 'Bee', 'Owl']);
  assert.deepEqual([found[0].before, found[0].after], [['draw 1'], ['draw 2']]);
});
