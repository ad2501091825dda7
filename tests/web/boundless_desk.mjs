// What the desk of Boundless keeps, reads and asks, without a browser. The node that builds the page runs TypeScript as it is.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

registerHooks({
  resolve: (name, context, next) => next(name.startsWith('.') ? name.replace(/\.js$/, '.ts') : name, context),
});

const FOLDER = '../../services/rpg_boundless/page/desk';
const work = await import(`${FOLDER}/work.ts`);
const { carrying, enemiesOf, isSimplified, partyOf, playable, READY, requestOf } = await import(`${FOLDER}/fight.ts`);

const bite = { name: 'bite', damage: 1 };
const wolf = { name: 'wolf', hp: 3, attacks: [bite] };
const sword = { name: 'sword', weapon: { damage: 2 } };
const enemy = (sheet = wolf) => ({ kind: 'enemy', sheet });
const item = (sheet = sword) => ({ kind: 'item', sheet });
const seen = (name, more = {}) => ({ id: name, sheet: { name, size: 'normal', weapon: null, armor: null, ...more.sheet }, keepsake: false, worn: false, armor_hp: 0, broken: false, ...more, ...more.sheet ? { sheet: { name, size: 'normal', weapon: null, armor: null, ...more.sheet } } : {} });
const held = (...items) => Object.fromEntries(items.map((one) => [one.id, one]));
const blade = seen('blade', { sheet: { weapon: { damage: 2, reach: 'melee' } } });
const ash = { name: 'Ash', status: 'wounded', scores: { strength: 4, dexterity: 1, willpower: 2 }, hp: 5, stamina: 3, conditions: {}, items: held(blade) };
const asked = (more = {}) => ({ party: READY, foes: [{ sheet: wolf, count: 2 }], policy: 'guard', ...more });

test('kept work that is broken is left out', () => {
  assert.deepEqual(work.usableWork('nothing'), []);
  assert.deepEqual(work.usableWork([enemy(), { kind: 'enemy', sheet: { name: 'x' } }, { kind: 'ghost', sheet: wolf }, item(), null]), [enemy(), item()]);
  assert.equal(work.usableWork(Array.from({ length: 500 }, () => enemy())).length, work.MOST);
});

test('a file has all that was made', () => {
  assert.deepEqual(work.readWork(work.writtenWork([enemy(), item()])), [enemy(), item()]);
  for (const text of ['{', '[]', '{"boundless":1}', '{"boundless":1,"made":[{"kind":"enemy"}]}', '{"name":"a set","cards":[]}']) assert.throws(() => work.readWork(text), /saved here/);
});

test('a link has one made thing', async () => {
  const text = await work.packed(enemy());
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await work.unpacked(text), enemy());
  for (const broken of [text.slice(0, 9), 'x', '', '%%%', await (await import('../../services/page/web/src/parts/packing.ts')).packText('{"kind":"enemy"}')]) await assert.rejects(work.unpacked(broken), /incomplete/);
});

test('every made thing has a name of its own when it is added', () => {
  const two = work.added(work.added([], enemy()), enemy());
  assert.deepEqual(two.map(({ sheet }) => sheet.name), ['wolf', 'wolf 2']);
  assert.deepEqual(work.removed(two, 0).map(({ sheet }) => sheet.name), ['wolf 2']);
  assert.deepEqual(work.replaced(two, 1, item())[1], item());
});

test('an Attack that the form adds has a name of its own', () => {
  const more = { ...wolf, attacks: [bite, bite] };
  assert.deepEqual(work.withOwnAttack(wolf, more).attacks.map(({ name }) => name), ['bite', 'bite 2']);
  assert.equal(work.withOwnAttack(more, more), more); // a name that was typed stays
});

test('the simulation plays the Damage of Attacks alone', () => {
  const roar = { ...wolf, attacks: [bite, { name: 'roar', effect: 'all flee' }, { name: 'sting', damage: 2, conditions: ['poisoned'] }] };
  assert.deepEqual(playable(roar).attacks, [bite, { name: 'sting', damage: 2 }]);
  assert.deepEqual([isSimplified(roar), isSimplified(wolf)], [true, false]);
  assert.equal(playable({ ...wolf, attacks: [{ name: 'roar', effect: 'all flee' }] }), undefined);
  assert.deepEqual(enemiesOf([{ sheet: wolf, count: 2 }, { sheet: { ...wolf, armor: 1 }, count: 1 }]).map(({ armor }) => armor), [undefined, undefined, 1]);
});

test('a party of a campaign fights as it is there', () => {
  const mail = seen('mail', { sheet: { armor: { hp: 3 } }, worn: true, armor_hp: 1 }), spare = seen('spare', { sheet: { armor: { hp: 2 } }, armor_hp: 2 });
  const [{ hero, notes }] = partyOf({ characters: [{ ...ash, items: held(seen('coin', { keepsake: true }), seen('rope'), blade, spare, mail) }], settings: {} }).fighters;
  assert.deepEqual(hero.items.map(({ name }) => name), ['mail', 'blade', 'rope', 'spare']);
  assert.deepEqual(hero.items.map(({ armor }) => armor?.hp), [1, undefined, undefined, undefined]);
  assert.deepEqual([hero.scores, hero.hp, hero.stamina, hero.points], [ash.scores, 5, 3, undefined]);
  assert.deepEqual(notes, []);
});

test('those who cannot fight are left out, and named', () => {
  const characters = [{ ...ash, name: 'Birch', status: 'dead' }, { ...ash, name: 'Esk', status: 'dying', hp: 0 }, { ...ash, name: 'Fern', hp: 0 }, { ...ash, name: 'Moss', items: held(seen('rope')) }, { ...ash, conditions: { tired: {} } }];
  const { fighters, leftOut } = partyOf({ characters, settings: {} });
  assert.deepEqual(fighters.map(({ hero }) => hero.name), ['Ash']);
  assert.deepEqual(leftOut, ['Birch is dead.', 'Esk has no HP left.', 'Fern has no HP left.', 'Moss has no Weapon.']);
  assert.deepEqual(fighters[0].notes, ['Conditions of Ash do not count: tired.']);
  assert.equal(partyOf({ characters: Array.from({ length: 12 }, () => ash), settings: {} }).fighters.length, 10);
});

test('a fight that cannot be is not asked for', () => {
  assert.match(requestOf(asked({ party: { ...READY, fighters: [] } }), 10), /Nobody/);
  assert.match(requestOf(asked({ foes: [{ sheet: wolf, count: 0 }] }), 10), /No enemy deals Damage/);
  assert.match(requestOf(asked({ foes: [{ sheet: wolf, count: 6 }, { sheet: wolf, count: 5 }] }), 10), /At most 10/);
  assert.match(requestOf(asked({ item: { sheet: { name: 'rope' }, bearer: 0 } }), 10), /Weapon or Armor/);
});

test('a fight is asked for with the settings of the campaign', () => {
  const settings = { enemies: { armor: true } }, { simulate, against, trials } = requestOf(asked({ party: { ...READY, settings } }), 10);
  assert.deepEqual([simulate.party.length, simulate.enemies.length, simulate.policy, simulate.settings, against, trials], [4, 2, 'guard', settings, undefined, 10]);
});

test('an Item is compared with the same fight without it', () => {
  const { simulate, against } = requestOf(asked({ item: { sheet: sword, bearer: 1 } }), 10);
  assert.deepEqual(simulate.party.map(({ items }) => items.length), [3, 4, 3, 3]);
  assert.deepEqual(simulate.party[1].items[0], sword);
  assert.deepEqual([simulate.party[1].points, simulate.party[1].scores], [undefined, READY.fighters[1].hero.points]);
  assert.deepEqual(against.party, READY.fighters.map(({ hero }) => hero));
  assert.equal(carrying({ name: 'Ash', scores: ash.scores, items: Array.from({ length: 10 }, () => sword) }, sword).items.length, 10);
});

test('the party that is made ready is new, by the rules', () => {
  for (const { hero: { points, items } } of READY.fighters) {
    assert.equal(points.strength + points.dexterity + points.willpower, 4);
    assert.equal(items.length, 3);
    assert.ok(items.some(({ weapon }) => weapon));
  }
});
