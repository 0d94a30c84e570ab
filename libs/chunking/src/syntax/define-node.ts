import type { Node } from 'web-tree-sitter';
import type { Definition, DefinitionKind } from '../code/definition.js';
import type { Condition, DefinitionRule } from './language-syntax.js';

const LONGEST_SYMBOL = 120;
const LONGEST_SIGNATURE = 200;
/** What of a node's text is looked at for its signature. */
const READ = 1000;

interface Surroundings {
  readonly rule: DefinitionRule;
  readonly owner: Definition | undefined;
  /** Types of nodes that hold members: a signature ends before. */
  readonly bodies: ReadonlySet<string>;
}

/** What a node defines by a rule; undefined where the rule does not fit or no name is there, as in broken code. */
export function defineNode(node: Node, { rule, owner, bodies }: Surroundings): Definition | undefined {
  const { when, needs } = rule;
  const held = when && heldBy(node, when);
  if (when && !when.types.includes(held?.type ?? '')) return undefined;
  if (needs !== undefined && !node.childForFieldName(needs)) return undefined;
  const written = rule.fixedName ?? follow(node, rule.name ?? ['name'])?.text;
  const { symbol, before }: Name = rule.isVerbatim === true ? { symbol: verbatim(written ?? '') } : nameIn(written ?? '');
  if (symbol === '') return undefined;
  const given = rule.qualifier && nameIn(follow(node, rule.qualifier)?.text ?? '').symbol;
  const qualifier = given === undefined || given === '' ? before : given;
  const kind = kindOf(rule.kind, owner, qualifier);
  const word = kind === rule.kind ? wordOf(node, rule) : kind;
  return {
    symbol,
    kind,
    label: `${word} ${symbol}`,
    signature: signatureOf(node, bodies, held),
    ...(owner && { parent: owner }),
    ...(qualifier !== undefined && qualifier !== owner?.symbol && { qualifier }),
  };
}

function wordOf(node: Node, { kind, word = kind, words }: DefinitionRule): string {
  return (words && childOfType(node, words)?.type) ?? word;
}

function verbatim(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_SYMBOL);
}

/** A function of a type is a method. */
function kindOf(kind: DefinitionKind, owner: Definition | undefined, qualifier: string | undefined): DefinitionKind {
  return kind === 'function' && (owner?.kind === 'class' || (qualifier !== undefined && owner?.kind !== 'function')) ? 'method' : kind;
}

/** What the condition asks of, with nothing around it. */
function heldBy(node: Node, { at, through = {} }: Condition): Node | undefined {
  let held = follow(node, at);
  for (let passage = through[held?.type ?? '']; held && passage; passage = through[held?.type ?? '']) {
    const { steps, called } = passage;
    if (called && !called.test(held.childForFieldName('function')?.text ?? '')) return undefined;
    held = follow(held, steps);
  }
  return held;
}

/** Follows steps as `DefinitionRule.name` gives them. */
function follow(node: Node, steps: readonly string[]): Node | undefined {
  let at: Node | undefined = node;
  for (const step of steps) {
    if (at === undefined) return undefined;
    if (step.endsWith('*')) at = followAll(at, step.slice(0, -1));
    else if (step === '>') at = at.namedChild(0) ?? undefined;
    else if (step.startsWith('>')) at = childOfType(at, step.slice(1).split('|'));
    else at = at.childForFieldName(step) ?? undefined;
  }
  return at;
}

/** As deep as the field leads: declarators in C stand in each other. */
function followAll(node: Node, field: string): Node {
  let at = node;
  for (let next = inside(at, field); next; next = inside(at, field)) at = next;
  return at;
}

/** References and parentheses around a declarator have no field. */
function inside(node: Node, field: string): Node | null {
  return node.childForFieldName(field) ?? (/^(?:reference|parenthesized)_/.test(node.type) ? node.lastNamedChild : null);
}

function childOfType(node: Node, types: readonly string[]): Node | undefined {
  for (let i = 0; i < node.childCount; i++) {
    const child = node.child(i);
    if (child && types.includes(child.type)) return child;
  }
  return undefined;
}

interface Name {
  readonly symbol: string;
  readonly before?: string;
}

/** The last name in a text such as `std::Graph<T>::neighbours` or `module.exports.load`, and the one before it. */
function nameIn(text: string): Name {
  const plain = withoutArguments(text.slice(0, READ).trim());
  const parts = plain.split(/::?|\.(?=[^.])|->|\\/).map((part) => part.replace(/^['"`#&*\s]+|(?<!['"`&*\s])['"`&*\s]+$/g, ''));
  const symbol = (parts.at(-1) ?? '').replace(/\s+/g, ' ').slice(0, LONGEST_SYMBOL);
  const before = parts.length > 1 && text.includes('::') ? parts.at(-2) : undefined;
  return before === undefined || before === '' ? { symbol } : { symbol, before };
}

/** Without what stands in angle brackets or parentheses. Operators keep theirs. */
function withoutArguments(text: string): string {
  if (text.startsWith('operator') || /^[^\p{L}_$]+$/u.test(text)) return text;
  let depth = 0;
  let kept = '';
  for (const char of text) {
    if (char === '<' || char === '(' || char === '[') depth++;
    else if (char === '>' || char === ')' || char === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += char;
  }
  return kept.trim();
}

function signatureOf(node: Node, bodies: ReadonlySet<string>, held: Node | undefined): string {
  const end = (held?.childForFieldName('body') ?? bodyOf(node, bodies))?.startIndex;
  const text = node.text.slice(0, Math.min(READ, end === undefined ? READ : end - node.startIndex));
  const head = text.slice(0, commentIn(node) ?? (end === undefined && text.includes('{') ? text.indexOf('{') : READ));
  const line = head
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s{])[\s{]+$/, '')
    .replace(/=>$/, '')
    .replace(/(?<![\s{=:;,])[\s{=:;,]+$/, '')
    .trim();
  return line.length <= LONGEST_SIGNATURE ? line : `${line.slice(0, LONGEST_SIGNATURE - 1)}…`;
}

/** Where a comment begins inside, as behind the first line of a class in Ruby. */
function commentIn(node: Node): number | undefined {
  for (let i = 1; i < node.childCount; i++) {
    const child = node.child(i);
    if (child?.type.includes('comment') === true && child.startIndex > node.startIndex) return child.startIndex - node.startIndex;
  }
  return undefined;
}

function bodyOf(node: Node, bodies: ReadonlySet<string>): Node | undefined {
  for (const holder of [node, node.childForFieldName('value'), node.childForFieldName('right')]) {
    const body = holder?.childForFieldName('body');
    if (body) return body;
  }
  for (let i = 0; i < node.childCount; i++) {
    const child = node.child(i);
    if (child && bodies.has(child.type)) return child;
  }
  return undefined;
}
