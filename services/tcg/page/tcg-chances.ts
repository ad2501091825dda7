/** What is shown of chances: help with a decision, the course of a match, reports of simulations. It is loaded when one is first shown. */
import './course.js';
import './help.js';
import './report.js';
