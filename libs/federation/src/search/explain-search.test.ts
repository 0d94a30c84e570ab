import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('the course of a search', () => {
  it('says what every step left, dropped and moved, and only where an explanation was asked for', async () => {
    await using bed = await Testbed.open();
    const text = 'The boiler is drained every spring by the plumber who keeps the key of the cellar.';
    const chapters = Array.from({ length: 4 }, (_, at) => `# Part ${at.toString()}\n\nBoiler number ${at.toString()} of the house.`);
    await bed.collection('house', [
      { key: 'boiler', text },
      { key: 'book', text: chapters.join('\n\n') },
    ]);
    await bed.collection('copies', [{ key: 'copy', text }]);
    const { hits, course = [] } = await bed.run({ query: 'boiler', explain: true, limit: 2, per_document: 1 });
    const step = (name: string) => course.find((one) => one.step === name);
    expect(course.map(({ step: name }) => name)).toEqual([
      'nominate',
      'conditions',
      'judge',
      'min_relevance',
      'collapse',
      'per_document',
      'diversity',
      'page',
    ]);
    expect(step('collapse')).toMatchObject({ dropped: 1, moved: 0 });
    expect(step('per_document')?.dropped).toBeGreaterThan(0);
    expect(step('page')).toMatchObject({ left: hits.length });
    for (const [at, { left, dropped }] of course.entries()) if (at > 0) expect(left + dropped).toBe(course[at - 1]?.left);
    expect((await bed.run({ query: 'boiler' })).course).toBeUndefined();
  });

  it('blames no diversity that nobody asked for where a list has no room for all, and says of each hit what diversity did where it is', async () => {
    await using bed = await Testbed.open();
    for (const house of ['a', 'b', 'c', 'd'])
      await bed.collection(
        house,
        Array.from({ length: 80 }, (_, at) => ({
          key: `n${at.toString()}`,
          text: `Boiler ${at.toString()} of house ${house}, drained in spring.`,
        })),
      );
    const { hits, course = [] } = await bed.run({ query: 'boiler drained', explain: true, collapse: false });
    const last = Object.fromEntries(course.map((one) => [one.step, one]));
    expect(last['per_document']?.left).toBeGreaterThan(300);
    expect(last['diversity']).toMatchObject({ dropped: 0, moved: 0 });
    expect(last['page']).toMatchObject({ left: hits.length, dropped: (last['per_document']?.left ?? 0) - hits.length });
    expect(hits.flatMap(({ explanation }) => explanation?.steps.map(({ step }) => step) ?? [])).not.toContain('diversity');
    const diverse = await bed.run({ query: 'boiler drained', explain: true, collapse: false, diversity: 1 });
    const effects = diverse.hits.map(({ explanation }) => explanation?.steps.find(({ step }) => step === 'diversity')?.effect);
    expect(effects[0]).toBe('left it at 1');
    expect(
      effects.slice(1).every((effect, at) => new RegExp(`^(moved it from \\d+ to|left it at) ${(at + 2).toString()}$`).test(effect ?? '')),
    ).toBe(true);
    expect(diverse.hits.map(({ explanation }) => explanation?.steps.at(-1)?.effect)).toEqual(diverse.hits.map(() => 'left it there'));
  });

  it('names nothing that the documentation does not tell', async () => {
    const told = await readFile(new URL('../../../../docs/ranking.md', import.meta.url), 'utf8');
    const [, table = ''] = told.split('## What an explanation says');
    const names = new Set([...(table.split('\n## ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    await using bed = await Testbed.open();
    await bed.collection('house', [
      { key: 'boiler.ts', text: 'export function drain(boiler) {\n  return boiler.valve.open();\n}\n' },
      { key: 'boiler.test.ts', text: "it('drains the boiler', () => {\n  expect(drain(boiler)).toBe(true);\n});\n" },
    ]);
    await bed.collection('garden', [{ key: 'pond', text: 'The pond is drained every autumn before the frost.' }]);
    const said = new Set<string>();
    for (const algorithm of ['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'] as const) {
      const { hits } = await bed.run({ query: 'drain the boiler', algorithm, explain: true });
      for (const { explanation } of hits) for (const name of Object.keys(explanation?.judge ?? {})) said.add(name);
    }
    expect([...said].filter((name) => !names.has(name))).toEqual([]);
    expect(said).toContain('query_terms');
  });
});
