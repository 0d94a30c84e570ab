import type { Regions } from './regions.js';

/** What becomes of a suffix, where it must stand, and what must stand before it. */
interface SuffixRule {
  readonly suffix: string;
  readonly replacement: string;
  readonly region: keyof Regions;
  readonly before?: RegExp;
}

const rules = (region: keyof Regions, table: string): readonly SuffixRule[] =>
  table
    .split(' ')
    .map((entry) => {
      const [suffix = '', replacement = ''] = entry.split('>');
      return { suffix, replacement, region };
    })
    .sort(longestFirst);

const longestFirst = (a: SuffixRule, b: SuffixRule) => b.suffix.length - a.suffix.length;

const LI_ENDING = /[cdeghkmnrt]$/;

export const STEP_2: readonly SuffixRule[] = [
  ...rules(
    'r1',
    'tional>tion enci>ence anci>ance abli>able entli>ent izer>ize ization>ize ational>ate ation>ate ator>ate alism>al aliti>al alli>al ' +
      'fulness>ful ousli>ous ousness>ous iveness>ive iviti>ive biliti>ble bli>ble fulli>ful lessli>less',
  ),
  { suffix: 'ogi', replacement: 'og', region: 'r1', before: /l$/ } as const,
  { suffix: 'li', replacement: '', region: 'r1', before: LI_ENDING } as const,
].sort(longestFirst);

export const STEP_3: readonly SuffixRule[] = [
  ...rules('r1', 'tional>tion ational>ate alize>al icate>ic iciti>ic ical>ic ful> ness>'),
  ...rules('r2', 'ative>'),
].sort(longestFirst);

export const STEP_4: readonly SuffixRule[] = [
  ...rules('r2', 'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ism> ate> iti> ous> ive> ize>'),
  { suffix: 'ion', replacement: '', region: 'r2', before: /[st]$/ } as const,
].sort(longestFirst);

/** Applies the rule of the longest suffix the word has; when that rule's conditions fail, no shorter one is tried. */
export function applyRules(word: string, table: readonly SuffixRule[], regions: Regions): string {
  const rule = table.find(({ suffix }) => word.endsWith(suffix));
  if (rule === undefined) return word;
  const at = word.length - rule.suffix.length;
  if (at < regions[rule.region]) return word;
  const stem = word.slice(0, at);
  return rule.before === undefined || rule.before.test(stem) ? stem + rule.replacement : word;
}
