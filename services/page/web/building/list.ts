/** Prints all texts of the page and of the games as JSON, with where each is, and what looks like a text but is not marked. */
import { allTexts, allUnmarked } from './languages.ts';

process.stdout.write(JSON.stringify({ texts: allTexts(), unmarked: allUnmarked() }, undefined, 1));
