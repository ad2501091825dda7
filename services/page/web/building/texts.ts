/**
 * The texts in a source of the page, and the same source with other texts in their place.
 *
 * Texts are those of templates of Lit (`html`, `svg`) and what the source marks by `t` of `src/texts.ts`: a literal, a template,
 * either side of a condition, or a table of them. The mark itself is left out: a build costs nothing for it.
 */
import ts from 'typescript';
import { hole, partsOf, replaced, replacedIn } from './markup.ts';

const MARK = 't', TEMPLATES = new Set(['html', 'svg']);

/** Return what is shown for a text, and hear of each. */
export type Translate = (text: string, position: number) => string;

/** Return a source with what `translate` returns for its texts. */
export function withTexts(source: string, translate: Translate): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);

  const whole = (node: ts.Node): string => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag)) {
      if (TEMPLATES.has(node.tag.text)) return lead(node) + node.tag.text + template(node.template, true);
      if (node.tag.text === MARK) return lead(node) + template(node.template, false);
    }
    if (isMark(node)) return lead(node) + grouped(node.arguments[0]!, text(node.arguments[0]!).trim());
    return children(node, whole);
  };

  /** Return a value with the texts in it. */
  const text = (node: ts.Node): string => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return lead(node) + literal(node);
    if (ts.isTemplateExpression(node)) return lead(node) + template(node, false);
    if (ts.isConditionalExpression(node)) return children(node, (child) => (child === node.condition ? whole(child) : text(child)));
    if (ts.isPropertyAssignment(node)) return children(node, (child) => (child === node.initializer ? text(child) : whole(child)));
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isParenthesizedExpression(node)) return children(node, text);
    return whole(node);
  };

  const literal = (node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): string => {
    const made = replaced(node.text, (one) => translate(one, node.getStart(file)));
    return made === node.text ? source.slice(node.getStart(file), node.end) : JSON.stringify(made);
  };

  const template = (node: ts.TemplateLiteral, markup: boolean): string => {
    const literals = ts.isTemplateExpression(node) ? [node.head, ...node.templateSpans.map((span) => span.literal)] : [node];
    const values = ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => whole(expression)) : [];
    const joined = literals.map((part, at) => (at === 0 ? '' : hole(at - 1)) + inside(part)).join('');
    const found = (one: string): string => translate(one, node.getStart(file));
    const { parts, holes } = partsOf((markup ? replacedIn : replaced)(joined, found));
    return `\`${parts.map((part, at) => (at === 0 ? '' : `\${${values[holes[at - 1]!]}}`) + part).join('')}\``;
  };

  /** Return a part of a template as it is written. */
  const inside = (part: ts.Node): string => source.slice(part.getStart(file) + 1, part.end).replace(/(?:`|\$\{)$/, '');

  const lead = (node: ts.Node): string => source.slice(node.getFullStart(), node.getStart(file));
  const grouped = (node: ts.Node, made: string): string => (ts.isConditionalExpression(node) || ts.isObjectLiteralExpression(node) ? `(${made})` : made);

  const children = (node: ts.Node, write: (child: ts.Node) => string): string => {
    let made = '', at = node.getFullStart();
    ts.forEachChild(node, (child) => {
      made += source.slice(at, child.getFullStart()) + write(child);
      at = child.end;
    });
    return made + source.slice(at, node.end);
  };

  return whole(file);
}

const isMark = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === MARK && node.arguments.length === 1;

/** The fields of a game's files that people read. */
const READ = new Set(['title', 'says']);

/** Return the texts of a game's file in JSON. */
export function textsOfData(path: string, source: string): readonly string[] {
  const found: string[] = [];
  withTextsOfData(path, source, (text) => { found.push(text); return text; });
  return found;
}

/** Return a game's file in JSON with other texts. */
export function withTextsOfData(path: string, source: string, translate: Translate): string {
  const inside = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return READ.has(name) ? replaced(value, (text) => translate(text, 0)) : value;
    if (Array.isArray(value)) return value.map((one) => inside(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one, key)]));
  };
  return JSON.stringify(inside(JSON.parse(source), path));
}

/** What reads like a sentence, or like the middle of one. */
const SENTENCE = /[A-Z][a-z]+ [a-z]+ [a-z]+|[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}/;

/** Return the literals of a source that read like a sentence, but are no texts: nobody marked them. */
export function unmarkedIn(source: string): readonly string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS), texts = new Set<number>(), names = new Set<ts.Node>(), found: string[] = [];
  withTexts(source, (text, position) => { texts.add(position); return text; });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) {
      if (ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach(({ expression }) => { visit(expression); });
      return;
    }
    if (ts.isPropertyAssignment(node)) names.add(node.name);
    const parts = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? [node.text]
      : ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)] : [];
    if (parts.some((part) => SENTENCE.test(part)) && !texts.has(node.getStart(file)) && !names.has(node)) found.push(parts.join('…'));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
