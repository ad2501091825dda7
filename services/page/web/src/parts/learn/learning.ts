/** All that lessons need, in one module: the page that lists them and the panel that leads through one. It is loaded when it is shown. */
import '../../pages/learn.js';
import './lesson.js';
