/**
 * The texts inside a template of Lit: of elements, and of attributes that are read aloud or shown.
 *
 * A template comes as one text in which each hole is a character of its own (`hole(0)`, `hole(1)` …). A text has its holes as
 * `{1}`, `{2}` …, in their order in it, and keeps elements without attributes that stand inside a sentence (`<b>`, `<code>`).
 */
const FIRST = 0xe000, LAST = 0xf8ff;
const HOLE = /[\ue000-\uf8ff]/g;
const INLINE = /^<\/?(?:b|code|em|i|kbd|strong)>$/;
const TAG = /<!--[\s\S]*?-->|<\/?[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const SHOWN = /(\s(?:alt|aria-description|aria-label|aria-roledescription|aria-valuetext|label|placeholder|title)=")([^"]*)(")/g;

/** Return the character that stands for a hole. */
export const hole = (at: number): string => {
  if (FIRST + at > LAST) throw new RangeError('a template with too many holes');
  return String.fromCharCode(FIRST + at);
};

/** Return which hole a character stands for. */
export const holeAt = (character: string): number => character.charCodeAt(0) - FIRST;

/** Split a template at its holes. */
export const partsOf = (markup: string): { readonly parts: readonly string[]; readonly holes: readonly number[] } =>
  ({ parts: markup.split(HOLE), holes: (markup.match(HOLE) ?? []).map(holeAt) });

/** Whether a text has something to read besides its holes and entities. */
const isRead = (text: string): boolean =>
  /\p{L}/u.test(text.replace(HOLE, '').replace(/&\w+;|<[^>]*>|\{[\w.]*(?:@[^}]*)?\}|\{[\w.]+(?=[#?!])/g, ''));

/** Replace a text, without the white space around it. `translate` takes it with numbered holes. */
export function replaced(text: string, translate: (text: string) => string): string {
  if (!isRead(text)) return text;
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  const holes = inner.match(HOLE) ?? [];
  let at = 0;
  const read = inner.replace(HOLE, () => `{${at += 1}}`).replace(/\s+/g, ' ');
  const found = translate(read);
  return found === read ? text : before + found.replace(/\{(\d+)\}/g, (_, number: string) => holes[Number(number) - 1] ?? '') + after;
}

/** Replace the texts of a template. */
export function replacedIn(markup: string, translate: (text: string) => string): string {
  const pieces = markup.split(new RegExp(`(${TAG.source})`, 'gi'));
  let made = '', run: string[] = [];
  const end = (): void => { made += ofRun(run, translate); run = []; };
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0 || INLINE.test(piece)) { run.push(piece); continue; }
    end();
    made += piece.replace(SHOWN, (_, before: string, text: string, after: string) => before + replaced(text, translate) + after);
  }
  end();
  return made;
}

/** Replace what stands between two elements: one text if its inner elements are complete, and else the texts between them. */
function ofRun(run: readonly string[], translate: (text: string) => string): string {
  const open: string[] = [];
  const isWhole = run.every((piece) => {
    if (!INLINE.test(piece)) return true;
    if (!piece.startsWith('</')) return open.push(piece) > 0;
    return open.pop() === piece.replace('/', '');
  }) && open.length === 0;
  if (!isWhole) return run.map((piece) => (INLINE.test(piece) ? piece : replaced(piece, translate))).join('');
  const text = run.join(''), [, before = '', tag, inner = '', after = ''] = /^(\s*<(\w+)>)([^<]*)(<\/\2>\s*)$/.exec(text) ?? [];
  return tag === undefined ? replaced(text, translate) : before + replaced(inner, translate) + after;
}
