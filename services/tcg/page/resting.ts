/** Notices a pointer that rests on a card, and a finger that stays on one: then the board shows the whole card. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const REST = 250, PRESS = 500, STRAY = 10;

/** What the board does then. */
interface Rested extends ReactiveControllerHost, HTMLElement { rested: number | undefined; rest(thing: number | undefined): void }

export class Resting implements ReactiveController {
  #timer: number | undefined;
  #from: PointerEvent | undefined;
  #under: number | undefined;
  /** Whether the current press has shown a card: its click then chooses nothing. */
  #long = false;

  constructor(private readonly host: Rested) {
    host.addController(this);
  }

  hostConnected(): void {
    for (const [name, listener] of this.#listeners) this.host.addEventListener(name, listener as EventListener, { capture: true });
  }

  hostDisconnected(): void {
    this.#stop();
    for (const [name, listener] of this.#listeners) this.host.removeEventListener(name, listener as EventListener, { capture: true });
  }

  readonly #listeners: readonly (readonly [string, (event: PointerEvent) => void])[] = [
    ['pointerleave', (event) => { if (event.pointerType === 'mouse') this.#over(undefined); }],
    ['pointerdown', (event) => {
      this.#long = false;
      this.#stop();
      if (event.pointerType === 'mouse') return;
      this.#from = event;
      this.#start(cardOf(event), PRESS);
    }],
    ['pointermove', (event) => {
      if (event.pointerType === 'mouse') this.#over(cardOf(event));
      else if (this.#from && Math.hypot(event.x - this.#from.x, event.y - this.#from.y) > STRAY) this.#stop();
    }],
    ['pointerup', (event) => { if (event.pointerType !== 'mouse') this.#stop(); }],
    ['pointercancel', () => { this.#stop(); }],
    ['contextmenu', (event) => { if (this.#long) event.preventDefault(); }],
    ['click', (event) => {
      if (this.#long) event.stopPropagation();
      else if (!inDecision(event)) this.host.rest(undefined);
      this.#long = false;
    }],
  ];

  /** Note the card under a mouse that moved: a card that comes under it while it rests is not shown. */
  #over(thing: number | undefined): void {
    if (thing === this.#under) return;
    this.#under = thing;
    this.#start(thing, REST);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** Show a card after a while. A finger beside all cards changes nothing: its click does. */
  #start(thing: number | undefined, after: number): void {
    this.#stop();
    if (thing === this.host.rested || (thing === undefined && after === PRESS)) return;
    this.#timer = window.setTimeout(() => {
      this.#long = after === PRESS && thing !== undefined;
      this.host.rest(thing);
    }, thing === undefined ? 0 : after);
  }
}

const pathOf = (event: Event): readonly HTMLElement[] => event.composedPath().filter((one) => one instanceof HTMLElement);
const inDecision = (event: Event): boolean => pathOf(event).some(({ classList }) => classList.contains('panel'));

/** Return the card under a pointer, outside of the decision. */
function cardOf(event: Event): number | undefined {
  const card = pathOf(event).find(({ dataset }) => dataset['thing'] !== undefined && dataset['place'] !== undefined);
  return card === undefined || inDecision(event) ? undefined : Number(card.dataset['thing']);
}
