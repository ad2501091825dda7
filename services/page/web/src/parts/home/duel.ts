/**
 * `<arbiter-duel>`: opens a campaign with a fight that has just begun, against a player of the house, and goes to it.
 *
 * For tests: `data-duel` on the button, with the name of the service.
 */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { addSeat, arbiter } from '../../access.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import '../problem.js';

interface Message { readonly type: string; readonly [field: string]: unknown }

/** A fight of two characters: the opening without its seats, and the commands that create the visitor's character and the other one. */
export interface Duel {
  readonly opening: Message;
  readonly yours: Message;
  readonly theirs: Message;
  /** Return the commands with which the game master begins the fight of these characters; by default one `StartFight` with `participants`. */
  readonly begin?: (characters: readonly string[]) => readonly Message[];
  /** Whether the visitor's character is the game master's, in a game where that seat is needed in every round. */
  readonly leads?: boolean;
  /** What the button says. */
  readonly says: string;
  /** A sentence about the fight. */
  readonly about: string;
}

const SEATS = { leader: 'gm', person: 'you', house: 'computer' } as const;
const PLAYER = 'fighter';

interface Created { readonly seats: readonly { readonly seat: string; readonly token: string }[]; readonly id: string }
interface Campaign { readonly game: { readonly characters: readonly { readonly id: string }[] } }

const together = (characters: readonly string[]): readonly Message[] => [{ type: 'StartFight', participants: characters }];

export class ArbiterDuel extends LitElement {
  static override properties = { service: {}, duel: { attribute: false }, problem: { state: true }, opening: { state: true } };
  declare service: string;
  declare duel: Duel;
  declare private problem: Error | undefined;
  declare private opening: boolean | undefined;

  static override styles = [base];

  protected override render(): TemplateResult {
    return html`<p class="quiet">${this.duel.about}</p>
      <div class="row"><button class="primary" data-duel=${this.service} ?disabled=${this.opening === true} @click=${() => this.open()}>${this.duel.says}</button></div>
      ${this.opening ? html`<p class="quiet" role="status">Opening the fight …</p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  /** Open a campaign, create both characters, start their fight, and let the house play the other one's seat. */
  private async open(): Promise<void> {
    [this.opening, this.problem] = [true, undefined];
    try {
      const app = arbiter(), path = `/${this.service}/v1/campaigns`;
      const { yours, theirs, begin = together, leads } = this.duel, person = leads ? SEATS.leader : SEATS.person;
      const seats = [{ seat: SEATS.leader, role: 'gm' }, ...(leads ? [] : [{ seat: person }]), { seat: SEATS.house }];
      const { id, seats: opened } = await app.post<Created>(path, { ...this.duel.opening, seats });
      for (const { seat, token } of opened) if (seat !== SEATS.house) addSeat(this.service, id, { seat, token });
      const send = (command: object): Promise<unknown> => app.post(`${path}/${id}/commands`, { command }, { headers: { 'Arbiter-Seat': SEATS.leader } });
      await send({ ...yours, seat: person });
      await send({ ...theirs, seat: SEATS.house });
      const { game } = await app.get<Campaign>(`${path}/${id}`);
      for (const command of begin(game.characters.map(({ id: who }) => who))) await send(command);
      await app.post(`${path}/${id}/seats/${SEATS.house}/player`, { player: PLAYER });
      go(linkTo('play', [this.service, id], { seat: person }));
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.opening = false;
    }
  }
}

customElements.define('arbiter-duel', ArbiterDuel);
