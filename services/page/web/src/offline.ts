/**
 * What this computer keeps to be read without a connection: the page itself, and logs of finished streams that are open to
 * all. The service worker (`services/page/worker.js`) keeps it; this file asks the worker.
 *
 * Browsers have service workers only on https and on this machine. Without one nothing is kept, and all of this does nothing.
 */

import type { ReactiveControllerHost } from 'lit';
import { LANGUAGE } from './texts.js';

/** A log that is kept, with the time at which it was. */
export interface Kept { readonly service: string; readonly id: string; readonly at: number }
export interface KeptLog extends Kept { readonly log: string; readonly receipt: object }

const ADDRESS = LANGUAGE === 'en' ? '/worker.js' : `/worker.${LANGUAGE}.js`, PATIENCE = 5000;
let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** What browsers with trusted types have of them. */
interface TrustedTypes { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): string } }

/** The worker's address, as browsers that ask for trusted types take it. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('arbiter-worker', { createScriptURL: () => ADDRESS }).createScriptURL(ADDRESS) ?? ADDRESS;
}

/** Let the browser install the worker, once the page has loaded. */
export function keepPage(): void {
  if (registration !== undefined || !('serviceWorker' in navigator)) return;
  const loaded = document.readyState === 'complete' ? Promise.resolve() : new Promise((done) => { window.addEventListener('load', done, { once: true }); });
  registration = loaded.then(() => navigator.serviceWorker.register(trusted())).catch(() => undefined);
}

/** Ask the worker; `undefined` if there is none, or if it does not answer in time. */
async function ask<T>(question: object): Promise<T | undefined> {
  if (await registration === undefined) return undefined;
  const late = new Promise<undefined>((done) => { setTimeout(done, PATIENCE); });
  const ready = await Promise.race([navigator.serviceWorker.ready, late]);
  if (!ready?.active) return undefined;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<T | undefined>((done) => { port1.onmessage = ({ data }) => { done(data as T | undefined); }; });
  ready.active.postMessage(question, [port2]);
  return Promise.race([answer, late]);
}

/** Keep the log of a stream that is over, if it is open to all; return whether it is kept. */
export const keepLog = async (service: string, id: string, path: string): Promise<boolean> => (await ask<boolean>({ keep: { service, id, path } })) ?? false;

/** Return the kept log of a stream. */
export const keptLog = async (service: string, id: string): Promise<KeptLog | undefined> => (await ask<KeptLog | null>({ read: { service, id } })) ?? undefined;

/** Return which logs are kept, the newest first. */
export const keptLogs = async (): Promise<readonly Kept[]> => (await ask<readonly Kept[]>({ list: true })) ?? [];

/** Forget the log of a stream that does not exist any more. */
export const dropLog = async (service: string, id: string): Promise<void> => { await ask({ drop: { service, id } }); };

/** Forget all logs. */
export const forgetLogs = async (): Promise<void> => { await ask({ forget: true }); };

/** Whether the newest request did not reach the server. */
let isUnreached = false;
const EVENTS = ['online', 'offline', 'reached'], AGAIN = 2000;

/** Whether there is no connection: the browser knows it, or the newest request did not reach the server. */
export const isOffline = (): boolean => isUnreached || !navigator.onLine;

/** Note whether the server was reached. While it was not, it is asked again and again, so that the page notices its return. */
export function noteReached(yes: boolean): void {
  if (isUnreached === !yes) return;
  isUnreached = !yes;
  window.dispatchEvent(new Event('reached'));
  if (isUnreached) setTimeout(askAgain, AGAIN);
}

function askAgain(): void {
  if (!isUnreached) return;
  noting(fetch)('/web/icon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => { setTimeout(askAgain, AGAIN); });
}

/** Return a function that sends requests, and notes whether they reach the server. */
export const noting = (send: typeof fetch): typeof fetch => async (...request) => {
  try {
    const answer = await send(...request);
    noteReached(true);
    return answer;
  } catch (error) {
    if (error instanceof TypeError) noteReached(false); // not one that was stopped
    throw error;
  }
};

globalThis.addEventListener?.('online', () => { noteReached(true); });

/** Call a listener whenever the connection is lost or comes back, while an element is on the page. Without one, render the element. */
export function followConnection(host: ReactiveControllerHost, listener = (): void => { host.requestUpdate(); }): void {
  host.addController({
    hostConnected() { for (const type of EVENTS) window.addEventListener(type, listener); },
    hostDisconnected() { for (const type of EVENTS) window.removeEventListener(type, listener); },
  });
}
