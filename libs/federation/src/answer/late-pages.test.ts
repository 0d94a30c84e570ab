import { Deadline } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const WORDS = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite', 'iron', 'jade'];
const at = (name: string) => ({ key: name, title: name, text: `A report about tides, written for ${name}.` });

describe('a page on which one collection does not hand out its passages in time', () => {
  it('leaves to the cursor what there was no time to read, and blames nobody else', async () => {
    await using bed = await Testbed.open();
    const good = await bed.collection('good', WORDS.map(at));
    const bad = await bed.collection('bad', [at('bad')], { engine: bed.second.engine });
    bed.main.break(good, { kind: 'travels' });
    bed.second.break(bad, { kind: 'hangs' }, ['read']);
    const request = { query: 'report about tides written for bad', limit: 3 };
    const first = await bed.run(request, { deadline: Deadline.in(1000) });
    expect(first.hits.map(({ collection }) => collection)).toEqual(['good', 'good']);
    expect(first.coverage.map(({ collection, status }) => [collection, status])).toEqual([
      ['bad', 'timed_out'],
      ['good', 'searched'],
    ]);
    expect(first.notes).toContain('The time was over before the page was full: the cursor goes on with the rest.');
    const next = await bed.run({ ...request, limit: 50, cursor: first.cursor });
    const titles = [...first.hits, ...next.hits].map(({ title }) => title);
    expect(titles.toSorted()).toEqual(WORDS);
    expect(next.cursor).toBeUndefined();
  });
});
