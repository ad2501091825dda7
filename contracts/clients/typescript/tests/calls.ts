// Makes every call of the session at a table, and prints for each whether its result is right.
import { Arbiter, NotFound, RuleForbids, Stale, verify, type Commands, type LuckAnswer } from 'arbiter-client';
import { diceRules } from 'arbiter-client/dice';

const { ADDRESS, KEY, TABLE, TOKEN } = (globalThis as any).process.env;
const ROLL: Commands['dice'] = { type: 'Roll', rolls: [{ what: { throw: 'Notation', text: '2d6' } }] };
const arbiter = new Arbiter({ address: ADDRESS, key: KEY });
const app = arbiter.stream('dice', TABLE), gm = arbiter.stream('dice', TABLE, { seat: 'gm' });
const ann = arbiter.stream('dice', TABLE, { token: TOKEN });
const held: Record<string, boolean> = {};

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of source) list.push(one);
  return list;
}

async function thrown(asked: Promise<unknown>): Promise<unknown> {
  try { await asked; } catch (error) { return error; }
  return undefined;
}

const { version, status } = await ann.view();
held.view = status === 'open';
held.legal = (await ann.legal('Roll')).legal.allowed.every(({ command }) => command === 'Roll');
held.dryRun = (await ann.send(ROLL, { dryRun: true })).allowed && (await ann.view()).version === version;
const faces = { faces: [3, 4], ifMatch: version, minimal: true, key: 'calls-1' };
const done = await gm.send(ROLL, faces);
held.done = done.version === version + 1 && done.view === undefined && done.events[0]?.type === 'DiceRolled';
held.past = (await app.view({ at: version })).version === version;
held.again = (await gm.send(ROLL, faces)).version === done.version;
const stale = await thrown(ann.send(ROLL, { ifMatch: version }));
held.stale = stale instanceof Stale && stale.version === done.version;
held.events = (await all(app.events({ limit: 1 }))).length === done.version;
held.seat = (await gm.addSeat({ seat: 'zoe' })).seat === 'zoe' && (await gm.rotateToken('zoe')).token !== '';
held.luck = (await ann.get<LuckAnswer>('/luck')).seats.some(({ seat }) => seat === 'gm') && ann.path === `/dice/v1/tables/${TABLE}`;
held.listed = (await all(arbiter.streams('dice', { status: 'open', limit: 1 }))).length === 1;

const origin = { cause: `${(await app.view()).stream}/${done.version}`, correlation: 'calls-chain' };
const reaction = arbiter.because(origin), other = await reaction.open('dice', { type: 'OpenTable', seats: [{ seat: 'gm', role: 'gm' }] });
await reaction.stream('dice', other.id, { seat: 'gm' }).send(ROLL);
await arbiter.stream('dice', other.id, { seat: 'gm' }).send(ROLL);
const chain = (await all(arbiter.stream('dice', other.id).events())).map(({ causationid, correlationid }) => [causationid, correlationid].join());
held.because = chain.slice(0, -1).every((one) => one === Object.values(origin).join()) && chain.at(-1) === ',';

const rules = await arbiter.rules('dice');
held.rules = (await arbiter.rule('dice', rules.rules[0]!.id)).rule.id === rules.rules[0]!.id;
const { data } = await diceRules({ baseUrl: ADDRESS });
held.generated = data?.rules.length === rules.rules.length;
held.notFound = (await thrown(arbiter.stream('dice', 'nowhere').view())) instanceof NotFound;
const odds = await arbiter.odds('dice', { what: { throw: 'Notation', text: '2d6' } });
held.odds = 'outcomes' in odds && odds.outcomes.length === 11;

const asked = { simulate: { what: { throw: 'Notation', text: '3d6' } }, trials: 1000, seed: '07'.repeat(32) } as const;
const job = await arbiter.job('dice', asked);
held.job = (await job.look()).id === job.id && (await all(arbiter.jobs('dice', { limit: 1 }))).length === 1;
held.cancelled = (await job.cancel()).progress.status === 'cancelled';
held.followed = (await all(job.follow())).at(-1)?.status === 'cancelled';

await gm.send({ type: 'Close' });
const forbidden = await thrown(ann.send(ROLL));
held.forbidden = forbidden instanceof RuleForbids && forbidden.rule === 'AR-STREAM-03';
const last = (await app.view()).version;
held.over = (await all(app.follow({ after: last }))).length === 0 && (await all(app.follow({ after: last - 1 }))).length === 1;
held.audit = (await app.audit()).failure === null;
const progress: number[] = [];
const proof = await ann.verify({ progress: (now, of) => progress.push(now / of) });
held.proof = proof.failure === null && proof.closed && proof.table === 2 && progress.at(-1) === 1;
const log = await app.export();
held.forged = (await verify(log.replace('"faces":[3,4]', '"faces":[3,5]'))).failure?.level === 1;
console.log(JSON.stringify(held));
