import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const text = (key: string, said: string) => ({ key, title: key, text: said });

/** What says the letters of the names below more often than what is about these. */
const OTHERS = Array.from({ length: 60 }, (_, at) =>
  text(
    `note ${at.toString()}`,
    `Streams, async in plan c or plan f of figure c and figure f, ${at.toString()}: the net, the search net, path a, r and d, budget c, d, net ${(at * 7).toString()}.`,
  ),
);

describe('names that their signs belong to', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [
      ...OTHERS,
      text(
        'Sharp',
        'With C# come async streams, which are read by await foreach as they arrive, one by one, whatever their length may be.',
      ),
      text('Eff', 'F# has async workflows; streams of values are sequences, which are made when somebody asks for them and never before.'),
      text('Plus', 'In C\\+\\+20 coroutines serve as async streams, for which a library is needed since the standard has none of its own.'),
      text('Dotnet', 'The search of .NET for assemblies begins beside the program and goes on in the cache that all programs share.'),
      text('Star', 'A\\* is a search along the path that seems to be the shortest, by a heuristic which never says too much.'),
      text('Research', 'What the R&D department may spend in a year is its budget, which the board decides on in autumn.'),
    ]);
    await bed.collection('letters', [
      ...Array.from({ length: 400 }, (_, at) => text(`plan ${at.toString()}`, `Plan c: c, c and c of ${at.toString()}.`)),
      text(
        'Language',
        'It was made for the platform by the same people. Programs in C# are compiled into an intermediate language, which is compiled once more when the program runs.',
      ),
    ]);
    await bed.collection('escaped', [
      ...Array.from({ length: 400 }, (_, at) => text(`plan ${at.toString()}`, `Plan c: c, c and c of ${at.toString()}.`)),
      text('Sharp', 'It was made for the platform by the same people. Programs in C\\# are compiled into an intermediate language.'),
      text('Plus', 'It was made at the laboratories by one of its people. Programs in C\\+\\+ are compiled for the machine they run on.'),
    ]);
    await bed.collection('handbook', [
      ...Array.from({ length: 700 }, (_, at) =>
        text(
          `page ${at.toString()}`,
          `C#, page ${at.toString()}: ${at % 3 === 0 ? 'properties' : 'events'} and ${'abcdefgh'.charAt(at % 8)}.`,
        ),
      ),
      text('Properties', 'Properties have accessors. Properties are read by get and written by set; properties without set are only read.'),
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    ['C# async streams', 'Sharp'],
    ['f# async streams', 'Eff'],
    ['C++ async streams', 'Plus'],
    ['search .NET', 'Dotnet'],
    ['A* search path', 'Star'],
    ['budget of R&D', 'Research'],
  ])('lead to what says them: %s', async (query, title) => {
    const { hits } = await bed.run({ query, collections: ['notes'] });
    expect(hits[0]?.title).toBe(title);
  });

  it('are found where many say their letters more often', async () => {
    const firstOf = async (query: string) => (await bed.run({ query, collections: ['letters'] })).hits[0]?.title;
    expect([await firstOf('C#'), await firstOf('what is C#?')]).toEqual(['Language', 'Language']);
    expect(await firstOf('plan of c#')).toMatch(/^plan/);
  });

  it('are found where Markdown escapes their signs and many say their letters more often', async () => {
    const firstOf = async (query: string) => (await bed.run({ query, collections: ['escaped'] })).hits[0]?.title;
    expect([await firstOf('C#'), await firstOf('C++')]).toEqual(['Sharp', 'Plus']);
  });

  it('tell little where nearly every passage says them', async () => {
    const { hits } = await bed.run({ query: 'C# properties', collections: ['handbook'], explain: true });
    expect(hits[0]?.title).toBe('Properties');
    expect(hits[0]?.explanation?.judge['lexical']).toBeGreaterThan(0.5);
  });

  it('are looked for by their words where no passage says them', async () => {
    const idsOf = async (query: string) => (await bed.run({ query, collections: ['notes'] })).hits.map(({ id }) => id);
    expect(await idsOf('D# budget')).toEqual(await idsOf('D budget'));
  });
});
