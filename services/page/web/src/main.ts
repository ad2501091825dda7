/** All elements: `<arbiter-page>`, and `<arbiter-stream>`, which other sites embed. */
import './page.js';
import './stream.js';
import './parts/tcg/board.js';
