import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const STRINGS =
  'Quotation marks in the query stand as they do in code, and were read as plain text: to demand exact words, quote them in a query without code.';

const hyphenNote = (word: string) =>
  `${word} in the query was read as plain text, as in a command or a diff: to leave out passages with a word, put it in quotation marks behind the hyphen.`;

describe('a query of pasted code', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('code', [
      {
        key: 'worker.js',
        title: 'worker.js',
        type: 'code',
        text: 'class Worker { constructor(name, processor, options) { this.connection = options.connection; } }',
      },
      {
        key: 'retry.js',
        title: 'retry.js',
        type: 'code',
        text: 'const retryDelay = 500;\nfunction retry(attempt) { logger.warn(attempt); }',
      },
      { key: 'emails.lua', title: 'emails.lua', type: 'code', text: 'local topic = "emails" -- relays topics to a list' },
      { key: 'race.md', title: 'Testing', text: 'The race detector of go test finds data races.' },
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([
    { pasted: 'a call', query: 'new Worker("emails", processor, { connection })', title: 'worker.js', note: STRINGS },
    { pasted: 'a log line', query: 'log.info("retry failed", { attempt })', title: 'retry.js', note: STRINGS },
    { pasted: 'a line of a diff', query: '-const retryDelay = options.delay;', title: 'retry.js', note: hyphenNote('-const') },
    { pasted: 'a command', query: 'go test -race ./...', title: 'Testing', note: hyphenNote('-race') },
    {
      pasted: 'several lines',
      query: 'Error: the "retry" failed\n  at retry (attempt -const)',
      title: 'retry.js',
      note: 'The query has several lines, so quotation marks and hyphens in it were read as plain text: ask in one line to demand exact words.',
    },
  ])('such as $pasted is answered by what its words say, with a note', async ({ query, title, note }) => {
    const { hits, notes } = await bed.run({ query });
    expect(hits[0]?.title).toBe(title);
    expect(notes).toContain(note);
  });

  it('demands what is quoted on purpose', async () => {
    const { hits, notes } = await bed.run({ query: 'topics ("emails")' });
    expect(hits.map(({ title }) => title)).toEqual(['emails.lua']);
    expect(notes).not.toContain(STRINGS);
  });
});
