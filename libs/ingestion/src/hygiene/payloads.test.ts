import { join } from 'node:path';
import type { PointPayload } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const PICTURE = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 7919 + (n >>> 8)) & 255)).toString('base64');
const WORDS = Array.from({ length: 300 }, (_, n) => `word${n.toString()}`).join(' ');
// Put together here, so that this repository holds none.
const KEY = ['AKIA', 'Q3EGRIQP', 'ZZ7RB2LW'].join('');

async function passagesOf(name: string, text: string): Promise<readonly PointPayload[]> {
  await bed.write(`notes/${name}`, text);
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes'), collection: 'notes' });
  await bed.idle();
  return (await bed.points('notes')).map(({ payload }) => payload).toSorted((a, b) => a.chunk_index - b.chunk_index);
}

/** What stands at a place of a text, to the end of the line, and before it, from its beginning. */
function around(text: string, [line, column]: readonly [number, number]): { readonly after: string; readonly upTo: string } {
  const content = text.split('\n')[line - 1] ?? '';
  return { after: content.slice(column - 1), upTo: content.slice(0, column) };
}

const firstLine = (content: string) => content.split('\n', 1)[0]?.split('…', 1)[0] ?? '';
const lastLine = (content: string) => content.split('\n').at(-1)?.split('…').at(-1) ?? '';

it.each([
  [
    'pasted.md',
    `# Diary\n\nThe chart ![rain](data:image/png;base64,${PICTURE}) shows it: ${WORDS}\n\n## Evening\n\nKey ${KEY}. ${WORDS}\n`,
  ],
  ['references.md', `# Diary\n\n![rain][a] shows it. ${WORDS}\n\n[a]: data:image/png;base64,${PICTURE}\n\n## Evening\n\n${WORDS}\n`],
  ['chart.json', `{ "rain": { "image": "data:image/png;base64,${PICTURE}", "alt": "${WORDS}" },\n "evening": true }\n`],
  ['folded.md', `# Diary\n\n<img src="data:image/png;base64,${PICTURE.replaceAll(/.{76}/g, '$&\n')}">\n\n## Evening\n\n${WORDS}\n`],
])('a picture pasted into %s leaves the passages beside it as they are, at their places', async (name, text) => {
  await bed.start();
  const passages = await passagesOf(name, text);
  expect(passages.length).toBeLessThan(20);
  expect(passages.map(({ content }) => content).join(' ')).toMatch(/data:image\/png;base64,…/);
  for (const { content, range } of passages) {
    if (range === undefined) throw new Error('no range');
    const shown = content.replaceAll('[aws-access-key]****', KEY);
    expect(around(text, range.start).after.startsWith(firstLine(shown))).toBe(true);
    expect(around(text, range.end).upTo.endsWith(lastLine(shown))).toBe(true);
  }
  expect(passages.filter(({ content }) => content.includes('vening'))).not.toEqual([]);
  expect(bed.provider.texts.join('').length).toBeLessThan(3 * WORDS.length);
});

it('a text that stays in one piece is kept as it was handed in', async () => {
  await bed.start();
  const content = `The chart ![rain](data:image/png;base64,${PICTURE.slice(0, 2_000)}) shows it.`;
  const { dimension } = await bed.provider.describe();
  const vector = Array.from({ length: dimension }, () => 0.1);
  await new AcceptDocuments(bed.collaborators).run([
    { v: 1, collection: 'all', id: 'a', content },
    { v: 1, collection: 'all', id: 'b', content, vector },
  ]);
  await bed.idle();
  expect(new Set(await bed.texts('all'))).toEqual(new Set([content, 'The chart ![rain](data:image/png;base64,…) shows it.']));
});
