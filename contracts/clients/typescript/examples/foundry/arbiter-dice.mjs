// Dice that an Arbiter rolls. Foundry calls a fulfillment method for each die of a term, one after the other. Here the
// first call of a term rolls all its dice at the table, and later calls return the other faces. The id of the roll stays
// with its term, so that the chat message can link to its proof.
import { Arbiter } from './client/index.js';

const ID = 'arbiter-dice';

/** Faces that were rolled for a term and not used yet. */
const waiting = new WeakMap();

const setting = (name) => game.settings.get(ID, name);

function registerSettings() {
  const text = { type: String, default: '', config: true };
  const installedFrom = game.modules?.get(ID)?.flags?.[ID]?.address ?? '';
  game.settings.register(ID, 'address', { ...text, name: 'Address of Arbiter', scope: 'world', default: installedFrom });
  game.settings.register(ID, 'table', { ...text, name: 'Table', hint: 'The id of a dice table there.', scope: 'world' });
  const hint = 'For your seat at the table. It stays in this browser: nobody else in this world can read it.';
  game.settings.register(ID, 'token', { ...text, name: 'Your token', hint, scope: 'client' });
  game.settings.register(ID, 'secret', {
    type: Boolean, default: false, config: true, scope: 'client', name: 'Secret rolls',
    hint: 'For game masters: what you roll is shown to nobody else at the table until it is revealed or the table closes.',
  });
}

/** Roll dice at the table. Throws Arbiter's refusal: no other dice may replace its dice. */
async function rollAtTable(count, faces, purpose) {
  const table = new Arbiter({ address: setting('address') }).stream('dice', setting('table'), { token: setting('token') });
  const what = { throw: 'Notation', text: `${count}d${faces}` };
  const rolls = [{ what, ...(purpose ? { purpose } : {}) }];
  const done = await table.send({ type: 'Roll', rolls, secret: setting('secret') });
  const { outcomes, rolls: [{ number }] } = done.events.find(({ type }) => type === 'DiceRolled');
  const [{ dice }] = Array.isArray(outcomes) ? outcomes : outcomes.value;
  return { faces: dice[0].faces, proof: { table: table.id, version: done.version, number } };
}

/** Return the next face of a term. */
async function fulfil(term) {
  let faces = waiting.get(term) ?? [];
  if (faces.length === 0) {
    const count = Math.max(1, term.number - term.results.length); // one more for each die that explodes or is rerolled
    try {
      const rolled = await rollAtTable(count, term.faces, term.flavor);
      ({ faces } = rolled);
      term.options.arbiter = [...(term.options.arbiter ?? []), rolled.proof];
    } catch (error) {
      ui.notifications.error(`Arbiter did not roll: ${error.message}`);
      throw error;
    }
  }
  const [face, ...rest] = faces;
  waiting.set(term, rest);
  return face;
}

/** Return the address at which a roll can be verified, with the reader's own token in the fragment. */
function proofAddress({ table, version }) {
  const facts = new URLSearchParams({ at: String(version), ...(setting('token') ? { token: setting('token') } : {}) });
  return `${new URL(setting('address')).origin}/#/judge/dice/${encodeURIComponent(table)}?${facts}`;
}

/** Add a link to the proof to a message in the chat. */
function showProofs(message, html) {
  const proofs = message.rolls.flatMap((roll) => roll.dice).flatMap((term) => term.options.arbiter ?? []);
  if (proofs.length === 0) return;
  const links = proofs.map((proof) => {
    const address = proofAddress(proof).replaceAll('&', '&amp;');
    return `<a href="${address}" target="_blank" rel="noopener">roll ${Number(proof.number)}</a>`;
  });
  html.insertAdjacentHTML('beforeend', `<footer class="${ID}">Rolled by Arbiter: verify ${links.join(', ')}</footer>`);
}

Hooks.once('init', () => {
  registerSettings();
  const icon = '<i class="fa-solid fa-scale-balanced"></i>';
  CONFIG.Dice.fulfillment.methods[ID] = { label: 'Arbiter', icon, interactive: false, handler: fulfil };
  if (game.release.generation >= 13) Hooks.on('renderChatMessageHTML', showProofs);
  else Hooks.on('renderChatMessage', (message, [html]) => { showProofs(message, html); });
});
