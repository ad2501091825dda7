/** Prints all texts of the page and of the games as JSON, with where each is. */
import { allTexts } from './languages.ts';

process.stdout.write(JSON.stringify(allTexts(), undefined, 1));
