// One ES module beside a page of a few lines: `arbiter.js` is also what another site embeds. The desks of games are modules of
// their own, which are loaded when they are shown. There is one build a language; `start.js`, which chooses it, is in English's.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { LANGUAGE, spoken } from './building/plugin.ts';

const SERVER = process.env.ARBITER_URL ?? 'http://127.0.0.1:8000';
const SERVICES = readdirSync('../..', { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
/** Paths that the server answers, in development too. */
const OURS = `^/(api|arbiter|health|schema|web|worker(\\.[a-z]+)?\\.js|${SERVICES.join('|')})(/|$)`;

/** In development the page at `/` is the served one, with the source in the place of what is built of it. */
const pageInDevelopment: Plugin = {
  name: 'page-in-development',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url?.split('?')[0] !== '/') { next(); return; }
      readFile('public/index.html', 'utf8')
        .then((page) => server.transformIndexHtml('/', page.replace('/web/start.js', '/src/main.ts')))
        .then((page) => { response.setHeader('Content-Type', 'text/html').end(page); }, next);
    });
  },
};

export default defineConfig({
  plugins: [pageInDevelopment, spoken],
  publicDir: LANGUAGE === 'en' ? 'public' : false,
  resolve: {
    conditions: ['source', ...defaultClientConditions], // the client is built from its source
    dedupe: ['lit', 'arbiter-client'], // the games' parts are outside this folder, and find these here
  },
  server: { proxy: { [OURS]: SERVER }, fs: { allow: ['../../..'] } },
  build: {
    outDir: 'served',
    emptyOutDir: true,
    target: 'es2023',
    license: LANGUAGE === 'en' ? { fileName: 'licences.md' } : false,
    modulePreload: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { arbiter: 'src/main.ts', ...LANGUAGE === 'en' ? { start: 'src/start.ts' } : {} },
      output: {
        entryFileNames: '[name].js', chunkFileNames: '[name].js',
        codeSplitting: { groups: [
          { name: 'shared', test: /web\/src\/(language|storage|texts)\.ts$|preload-helper/, priority: 1 },
          { name: 'following', test: /parts\/(design\/following|packing)\.ts$/ }, // too small for files of their own
          { // results, and forms of requests
            name: 'request', includeDependenciesRecursively: false,
            test: /parts\/(design\/(contract|distribution|request)|rules\/findings)\.ts$/,
          },
          { name: 'styles', test: /web\/src\/(games|offline|seats|styles|parts\/(files|problem))\.ts$/ }, // what every part of the page needs
        ] },
      },
    },
  },
});
