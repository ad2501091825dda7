// One ES module beside a page of a few lines: `arbiter.js` is also what another site embeds.
import { readFile } from 'node:fs/promises';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const SERVER = process.env.ARBITER_URL ?? 'http://127.0.0.1:8000';
const OURS = '^/(api|arbiter|bones|dice|health|rpg_[a-z_]+|schema|tcg|web)(/|$)';

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
  resolve: { conditions: ['source', ...defaultClientConditions] }, // the client is built from its source
  server: { proxy: { [OURS]: SERVER } },
  build: {
    outDir: 'served',
    emptyOutDir: true,
    target: 'es2023',
    license: { fileName: 'licences.md' },
    modulePreload: false,
    rolldownOptions: {
      input: 'src/main.ts',
      output: { entryFileNames: 'arbiter.js', codeSplitting: false },
    },
  },
});
