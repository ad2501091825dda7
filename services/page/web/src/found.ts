/** Adds the part of each game that has one. Import it before any element: elements need the parts when they render. */
import { addGame, type GamePart } from './games.js';

const FOUND = import.meta.glob<GamePart>('../../../*/page/part.ts', { eager: true, import: 'default' });

for (const [path, part] of Object.entries(FOUND)) addGame(path.split('/').at(-3)!, part);
