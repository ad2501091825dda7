/** All elements: `<arbiter-page>`, and `<arbiter-stream>`, which other sites embed. */
import './found.js';
import './page.js';
import './stream.js';
