// The positions of a regular expression and what may follow what (Glushkov 1961), with what a backtracking search adds: it begins anywhere, and it ends at the
// first way to the end.
import { RegExpParser } from '@eslint-community/regexpp';
import { meet, sampler } from './samples.mjs';

/**
 * @typedef {object} Position
 * @property {bigint} takes the samples it takes
 * @property {Map<number, number>} next the positions that may follow, and in how many ways
 * @property {boolean} ends whether the search has succeeded when it comes here: no way back from here is ever taken
 *
 * Of a part of the pattern: the positions it may begin with, each with the samples that may stand before it; those it may end with; `sure` those after which
 * nothing can fail; and, where it may be empty, what it demands of the character before what follows.
 * @typedef {{ first: Map<number, bigint>, last: Set<number>, sure: Set<number>, pass?: (position: number) => bigint, isSurelyEmpty: boolean }} Part
 */

/** `\d{3}` is read three times, `\d{300}` as often as this. */
const MOST_COPIES = 8;

const parser = new RegExpParser({ ecmaVersion: 2025 });

/** @param {string} source @param {string} flags @returns {Position[]} */
export function automatonOf(source, flags) {
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') });
  const builder = new Builder(flags, sampler(pattern, flags));
  const whole = builder.either(pattern.alternatives);
  for (const position of whole.sure) builder.positions[position].ends = true;
  if (!flags.includes('y')) builder.beginAnywhere(whole);
  return builder.positions;
}

class Builder {
  positions = [];

  constructor(flags, sample) {
    this.flags = flags;
    this.sample = sample;
    this.all = sample('[^]');
  }

  #position(takes) {
    return this.positions.push({ takes, next: new Map(), ends: false }) - 1;
  }

  #follow(from, to, times = 1) {
    const { next } = this.positions[from];
    next.set(to, (next.get(to) ?? 0) + times);
  }

  /** A search tries every place, one after the other: as if any characters stood before the pattern. */
  beginAnywhere({ first }) {
    const before = this.#position(this.all);
    this.#follow(before, before);
    for (const [position, allowed] of first) {
      if (allowed === 0n) continue;
      if (allowed === this.all) {
        this.#follow(before, position);
        continue;
      }
      const gate = this.#position(allowed);
      this.#follow(before, gate);
      this.#follow(gate, position);
    }
  }

  #empty() {
    return { first: new Map(), last: new Set(), sure: new Set(), pass: () => this.all, isSurelyEmpty: true };
  }

  #atom(raw) {
    const position = this.#position(this.sample(raw));
    return { first: new Map([[position, this.all]]), last: new Set([position]), sure: new Set([position]), isSurelyEmpty: false };
  }

  either(alternatives) {
    const parts = alternatives.map(({ elements }) =>
      elements.map((element) => this.#part(element)).reduceRight((b, a) => this.#join(a, b), this.#empty()),
    );
    const passing = parts.filter(({ pass }) => pass !== undefined);
    return {
      first: new Map(parts.flatMap(({ first }) => [...first])),
      last: new Set(parts.flatMap(({ last }) => [...last])),
      sure: new Set(parts.flatMap(({ sure }) => [...sure])),
      ...(passing.length === 0 ? {} : { pass: (position) => passing.reduce((sum, { pass }) => sum | pass(position), 0n) }),
      isSurelyEmpty: parts.some((part) => part.isSurelyEmpty),
    };
  }

  #join(a, b) {
    this.#link(a.last, b.first);
    const first = new Map(a.first);
    if (a.pass !== undefined) for (const [position, allowed] of b.first) first.set(position, allowed & a.pass(position));
    return {
      first,
      last: new Set([...b.last, ...(b.pass === undefined ? [] : a.last)]),
      sure: new Set([...b.sure, ...(b.isSurelyEmpty ? a.sure : [])]),
      ...(a.pass === undefined || b.pass === undefined ? {} : { pass: (position) => a.pass(position) & b.pass(position) }),
      isSurelyEmpty: a.isSurelyEmpty && b.isSurelyEmpty,
    };
  }

  #link(last, first) {
    for (const from of last) for (const [to, allowed] of first) if (meet(this.positions[from].takes, allowed)) this.#follow(from, to);
  }

  #part(node) {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.either(node.alternatives);
      case 'Quantifier':
        return this.#repeated(node);
      case 'Assertion':
        return this.#assertion(node);
      case 'Backreference':
        return this.#empty();
      default:
        return this.#atom(node.raw);
    }
  }

  /** Where the number of times is bounded, few stand for all of them: more make it slower, but no more than by that number. */
  #repeated({ element, min, max }) {
    const needed = Math.min(min, min === max ? MOST_COPIES : 2);
    const parts = Array.from({ length: needed }, () => this.#part(element));
    if (max === Infinity) parts.push(this.#loop(needed === 0 ? this.#part(element) : parts.pop(), needed === 0));
    else if (max > min) {
      const more = this.#part(element);
      parts.push(this.#optional(max === min + 1 ? more : this.#join(more, this.#optional(this.#part(element)))));
    }
    return parts.reduce((a, b) => this.#join(a, b), this.#empty());
  }

  #loop(part, mayBeEmpty) {
    this.#link(part.last, part.first);
    return mayBeEmpty ? this.#optional(part) : part;
  }

  #optional(part) {
    return { ...part, pass: () => this.all, isSurelyEmpty: true };
  }

  #assertion(node) {
    const asserted = { ...this.#empty(), isSurelyEmpty: false };
    if (node.kind === 'start') return { ...asserted, pass: () => (this.flags.includes('m') ? this.sample('[\\n\\r\\u2028\\u2029]') : 0n) };
    if (node.kind === 'word') return node.negate ? asserted : { ...asserted, pass: (position) => this.#besideWord(position) };
    if (node.kind === 'lookbehind') return { ...asserted, pass: () => this.#behind(node) };
    // What is looked ahead at is read from the same place; when it has been read nothing goes on from it.
    if (node.kind === 'lookahead') return { ...asserted, first: this.either(node.alternatives).first };
    return asserted;
  }

  /** What may stand before a place between a word and what is none. */
  #besideWord(position) {
    const word = this.sample('\\w');
    const { takes } = this.positions[position];
    const others = this.sample('\\W');
    if (!meet(takes, others)) return others;
    return meet(takes, word) ? this.all : word;
  }

  /** What may stand before a lookbehind of single characters; of longer ones all may. */
  #behind({ alternatives, negate }) {
    const atoms = alternatives.map(({ elements }) => elements).filter(([element]) => element?.kind !== 'start');
    const isSingle = atoms.every((elements) => elements.length === 1 && /^Character/.test(elements[0].type));
    if (!isSingle) return this.all;
    const any = atoms.reduce((sum, [{ raw }]) => sum | this.sample(raw), 0n);
    return negate ? this.all & ~any : any;
  }
}
