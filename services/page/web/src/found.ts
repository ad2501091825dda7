/** Adds the part of each game that has one, and its ready games. Import it before any element: elements need the parts when they render. */
import { addGame, addReady, type GamePart, type ReadyGame } from './games.js';

const FOUND = import.meta.glob<GamePart>('../../../*/page/part.ts', { eager: true, import: 'default' });
const READY = import.meta.glob<readonly ReadyGame[]>('../../../*/page/ready.json', { eager: true, import: 'default' });

const serviceOf = (path: string): string => path.split('/').at(-3)!;

for (const [path, part] of Object.entries(FOUND)) addGame(serviceOf(path), part);
for (const [path, games] of Object.entries(READY)) addReady(serviceOf(path), games);
