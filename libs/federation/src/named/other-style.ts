import type { PointPayload } from '@tributary/contracts';
import { isMereWord, termIdsOf, type NamedDefinition } from '@tributary/ranking';
import { saysName } from './says-name.js';

/** The terms that an identifier is as a whole, in camel case and in snake case, the one as it is written first. */
export function termsOfStyles(name: string): readonly number[] {
  const joined = name.replaceAll('_', '');
  const parted = name.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_').toLowerCase();
  const wholes = isMereWord(name) ? [name] : [name, joined.toLowerCase(), parted];
  return [...new Set(wholes.flatMap((whole) => [...termIdsOf(whole)].slice(0, 1)))];
}

/** Whether passages say a name as it is written. A mere word is said by texts with other capitals as well: `github` is no class where they tell of GitHub. */
export function isSaidAsWritten({ name, isWord }: NamedDefinition, payloads: readonly PointPayload[]): boolean {
  const isSaid = ({ type, content }: PointPayload) => saysName(content, name) || (isWord && type !== 'code');
  return payloads.some(isSaid);
}

/** The definition that is meant by a name which code defines in another case style: `finalizeIssue` by `finalize_issue`. Undefined where none of these is one. */
export function inOtherStyle(wanted: NamedDefinition, payloads: readonly PointPayload[]): NamedDefinition | undefined {
  const written = folded(wanted.name);
  const symbols = payloads.flatMap(({ type, sym, symbols: others = [] }) =>
    type === 'code' ? [...(sym === undefined ? [] : [sym]), ...others] : [],
  );
  const alike = symbols.filter((symbol) => symbol !== wanted.name && folded(symbol) === written && !isMereWord(symbol));
  // A type is rather meant by `RequestContext`, and a function by `requestContext`.
  const name = alike.find((symbol) => isCapital(symbol) === isCapital(wanted.name)) ?? alike[0];
  if (name === undefined) return undefined;
  const { within } = wanted;
  return { name, within, isWord: false };
}

function isCapital(name: string): boolean {
  return /^_*\p{Lu}/u.test(name);
}

function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
