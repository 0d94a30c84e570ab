import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Settings = z.object({ rules: z.record(z.string(), z.unknown()), options: z.object({ typeAware: z.literal(true) }) });
/** It flags `{ logger: false }` in Nest's factory calls. */
const LEFT_OUT = new Set(['no-unsafe-class-instance-assignment']);

it('every strict rule that needs types is one of those that oxlint checks', () => {
  const { rules } = Settings.parse(JSON.parse(readFileSync(new URL('../../.oxlintrc.json', import.meta.url), 'utf8')));
  const untyped = namesOf([tseslint.configs.strict, tseslint.configs.stylistic]);
  const typed = namesOf([tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked]).difference(untyped);
  const missing = [...typed].filter((name) => !LEFT_OUT.has(name) && !(`typescript/${name}` in rules));
  expect(typed.size).toBeGreaterThan(45);
  expect(missing).toEqual([]);
});

function namesOf(sets: readonly (typeof tseslint.configs.strict)[]): Set<string> {
  const names = sets.flat().flatMap(({ rules = {} }) => Object.entries(rules).flatMap(([name, level]) => (level === 'off' ? [] : [name])));
  return new Set(names.flatMap((name) => (name.startsWith('@typescript-eslint/') ? [name.slice('@typescript-eslint/'.length)] : [])));
}
