/**
 * `npm run vendor`: fetches Scalar, which shows the contract at `/api`, and keeps its one standalone file in `../scalar/`.
 *
 * It is no dependency in package.json, since it would bring a thousand packages for one file that is built already. The
 * package is taken by its version and held to the digest below; another release is: both lines, run this, look at `/api`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKAGE = '@scalar/api-reference@1.72.1';
const INTEGRITY = 'sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==';
const FOLDER = new URL('../scalar/', import.meta.url);
const OPERATING_SYSTEM = 9; // where gzip writes on which system it ran
const UNKNOWN = 255;

/** Return the names and versions of the packages that the standalone file was built from. */
function bundled(map) {
  const found = JSON.parse(map).sources.map((source) => /.*\.pnpm\/((?:@[^+/]+\+)?[^@/]+)@([^_/]+)/.exec(source));
  return [...new Set(found.filter(Boolean).map(([, name, version]) => `${name.replace('+', '/')} ${version}`))].sort();
}

function licences(names) {
  const own = readFileSync(new URL('scalar.licence.txt', import.meta.url), 'utf8').trim();
  return `# Scalar\n\n\`scalar.js\` is the standalone file of ${PACKAGE}, unchanged.\n\n${own}\n\n` +
    `## What it was built from\n\nEach under its own licence, as published on npm:\n\n${names.map((name) => `- ${name}`).join('\n')}\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'vendor-'));
try {
  const words = ['pack', PACKAGE, '--pack-destination', folder, '--json', '--loglevel', 'error'];
  const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }));
  const packed = readFileSync(join(folder, filename));
  const digest = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  if (digest !== INTEGRITY) throw new Error(`${PACKAGE} has the digest ${digest}, and should have ${INTEGRITY}`);
  execFileSync('tar', ['-xzf', filename], { cwd: folder });
  const built = join(folder, 'package/dist/browser/standalone.js');
  const small = gzipSync(readFileSync(built), { level: 9 });
  small[OPERATING_SYSTEM] = UNKNOWN;
  writeFileSync(new URL('scalar.js.gz', FOLDER), small);
  writeFileSync(new URL('scalar.licences.md', FOLDER), licences(bundled(readFileSync(`${built}.map`, 'utf8'))));
} finally {
  rmSync(folder, { recursive: true });
}
