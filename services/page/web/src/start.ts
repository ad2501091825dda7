/** The first script of the page: chooses the language, and loads the page in it. */
import { spokenHere } from './language.js';

const language = spokenHere();
document.documentElement.lang = language;
void import(/* @vite-ignore */ `./${language === 'en' ? '' : `${language}/`}arbiter.js`);
