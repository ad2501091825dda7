// One ES module beside a page of a few lines: `arbiter.js` is also what another site embeds.
import { defaultClientConditions, defineConfig } from 'vite';

const SERVER = process.env.ARBITER_URL ?? 'http://127.0.0.1:8000';
const OURS = '^/(api|arbiter|bones|dice|health|rpg_[a-z_]+|schema|tcg|web)(/|$)';

export default defineConfig({
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
