// Replaces the parts of Foundry that the module uses, and rolls with the module's own code: as a player, as a game master in
// secret, with exploding dice, and with an invalid token. Prints the results.
const { ADDRESS, TABLE, TOKEN, GM_TOKEN, GENERATION, MANIFEST } = (globalThis as any).process.env;

type Hook = (...facts: any[]) => void;
const hooks = new Map<string, Hook[]>();
const settings = new Map<string, unknown>();
const registered: Record<string, { scope: string; default: unknown }> = {};
const errors: string[] = [];
const listen = (name: string, hook: Hook): void => { hooks.set(name, [...(hooks.get(name) ?? []), hook]); };
const call = (name: string, ...facts: unknown[]): void => { for (const hook of hooks.get(name) ?? []) hook(...facts); };

const CONFIG = { Dice: { fulfillment: { methods: {} as Record<string, any> } } };
Object.assign(globalThis, {
  CONFIG,
  Hooks: { on: listen, once: listen },
  game: {
    release: { generation: Number(GENERATION) },
    modules: { get: () => (MANIFEST ? JSON.parse(MANIFEST) : undefined) },
    settings: {
      register: (_: string, name: string, facts: (typeof registered)[string]) => { registered[name] = facts; },
      get: (_: string, name: string) => settings.get(name) ?? registered[name]!.default,
    },
  },
  ui: { notifications: { error: (said: string) => errors.push(said) } },
});

/** As in Foundry: every die calls the fulfillment method, also the extra one of an explosion. */
class Die {
  readonly results: { result: number }[] = [];
  options: Record<string, unknown> = {};
  constructor(readonly number: number, readonly faces: number, readonly explodes = false, readonly flavor = '') {}

  async roll(): Promise<number> {
    const { interactive, handler } = CONFIG.Dice.fulfillment.methods['arbiter-dice'];
    if (interactive) throw new Error('the module asks for no dialog');
    const result = (await handler(this, {})) as number;
    this.results.push({ result });
    return result;
  }

  async evaluate(): Promise<this> {
    for (let count = 0; count < this.number; count += 1) await this.roll();
    if (this.explodes) for (const { result } of this.results) if (result === this.faces) await this.roll();
    return this;
  }
}

/** The part of terms that Foundry stores in a message, and what the module adds to it in the chat. */
function shown(...dice: Die[]): string {
  const stored = JSON.parse(JSON.stringify(dice)) as Die[];
  let added = '';
  const html = { insertAdjacentHTML: (_: string, text: string) => { added += text; } };
  const message = { rolls: [{ dice: stored }] };
  if (GENERATION === '12') call('renderChatMessage', message, [html]);
  else call('renderChatMessageHTML', message, html);
  return added;
}

const module = './foundry/arbiter-dice.mjs';
await import(module);
call('init');
for (const [name, value] of Object.entries({ table: TABLE, token: TOKEN, ...(ADDRESS ? { address: ADDRESS } : {}) })) settings.set(name, value);

const pool = await new Die(4, 6, false, 'strength').evaluate();
const coins = await new Die(6, 2, true).evaluate();
const card = shown(pool, coins);
Object.assign(settings.set('token', GM_TOKEN).set('secret', true));
const secret = await new Die(1, 20).evaluate();
settings.set('token', 'no token').set('secret', false);
const refused = await new Die(1, 20).evaluate().then(() => false, () => true);
const faces = (die: Die): number[] => die.results.map(({ result }) => result);
const scopes = Object.fromEntries(Object.entries(registered).map(([name, { scope }]) => [name, scope]));
const proofs = [pool, coins, secret].map(({ options }) => options.arbiter);
const without = shown(new Die(1, 6));
const rolled = { pool: faces(pool), coins: faces(coins), secret: faces(secret) };
console.log(JSON.stringify({ ...rolled, proofs, card, without, refused, errors, scopes }));
