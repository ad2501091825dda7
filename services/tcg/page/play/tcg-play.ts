/** What makes the board a table: pictures, terms, movements, the clock, a rematch, and what stands below it. It is loaded when a board is first shown. */
import './clock.js';
import './rematch.js';

export { artOf } from './art.js';
export { menuOf } from '../menu.js';
export { move, rectsOf, type Rects } from './motion.js';
export { passingOf } from '../settings.js';
export { allTerms, termsIn, type Term } from './terms.js';
