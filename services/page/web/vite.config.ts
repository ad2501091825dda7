// One ES module beside a page of a few lines: `arbiter.js` is also what another site embeds. The desks of games are modules of
// their own, which are loaded when they are shown.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const SERVER = process.env.ARBITER_URL ?? 'http://127.0.0.1:8000';
const SERVICES = readdirSync('../..', { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
/** Paths that the server answers, in development too. */
const OURS = `^/(api|arbiter|health|schema|web|worker\\.js|${SERVICES.join('|')})(/|$)`;

/** In development the page at `/` is the served one, with the source in the place of what is built of it. */
const pageInDevelopment: Plugin = {
  name: 'page-in-development',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url?.split('?')[0] !== '/') { next(); return; }
      readFile('public/index.html', 'utf8')
        .then((page) => server.transformIndexHtml('/', page.replace('/web/arbiter.js', '/src/main.ts')))
        .then((page) => { response.setHeader('Content-Type', 'text/html').end(page); }, next);
    });
  },
};

export default defineConfig({
  plugins: [pageInDevelopment],
  publicDir: 'public',
  resolve: {
    conditions: ['source', ...defaultClientConditions], // the client is built from its source
    dedupe: ['lit', 'arbiter-client'], // the games' parts are outside this folder, and find these here
  },
  server: { proxy: { [OURS]: SERVER }, fs: { allow: ['../../..'] } },
  build: {
    outDir: 'served',
    emptyOutDir: true,
    target: 'es2023',
    license: { fileName: 'licences.md' },
    modulePreload: false,
    rolldownOptions: {
      input: 'src/main.ts',
      output: { entryFileNames: 'arbiter.js', chunkFileNames: '[name].js' },
    },
  },
});
