import { WhyNotRequest, localOwner, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const section = (name: string, words: string) =>
  `## ${name}\n\nThe nightly backup of the database server: ${words} Whoever is on call reads the log of the nightly backup in the morning, and tells the others by mail when anything in it looks odd.`;

const SECTIONS = [
  section(
    'Making',
    'a job of the scheduler stops the writers for a moment at three and takes a snapshot of the volume, which goes to the archive.',
  ),
  section('Keeping', 'seven copies stay on fast disks, the older ones go to tape every Sunday, and what is older than a year is shredded.'),
  section(
    'Restoring',
    'mount the archive read only, compare the checksums of all files with the list in the safe, and copy the newest set back.',
  ),
  section('Checking', 'every month somebody opens a copy on the test machine and counts the rows of the largest tables by a script.'),
  section('Moving', 'the tapes are carried to the bank by two people, and a receipt with both names is kept in the binder.'),
  section('Paying', 'the invoices of the archive are checked by the office, and what is too dear is asked for in writing.'),
];

/** A manual, and each of its sections as a page of its own, of this collection. */
async function openBed(collection: string): Promise<Testbed> {
  const bed = await Testbed.open();
  const manual = { key: 'manual', title: 'Nightly backup of the database server', text: SECTIONS.join('\n\n') };
  const pages = SECTIONS.map((text, at) => ({ key: `page-${at.toString()}`, title: `Page ${at.toString()}`, text }));
  await bed.collection('manuals', [manual, ...(collection === 'manuals' ? pages : [])]);
  if (collection !== 'manuals') await bed.collection(collection, pages, { engine: bed.second.engine });
  return bed;
}

const request: SearchInput = { query: 'nightly backup of the database server', limit: 50 };
const isOfManual = (uri: string) => uri.startsWith('tributary://manuals/manual#');
const addresses = ({ hits }: SearchAnswer) => hits.flatMap(({ uri, also_in: also = [] }) => [uri, ...also]);

describe.each(['manuals', 'pages'])('copies, in the collection %s, of passages of which per_document leaves some out', (collection) => {
  const pages = SECTIONS.map((_, at) => `tributary://${collection}/page-${at.toString()}#0`);

  it.each<[string, Partial<SearchInput>]>([
    ['by default', {}],
    ['with one hit a document', { per_document: 1 }],
    ['with whole documents', { context: 'full_note' }],
  ])('are all in the answer, %s', async (_, narrowing) => {
    await using bed = await openBed(collection);
    expect(addresses(await bed.run({ ...request, ...narrowing }))).toEqual(expect.arrayContaining(pages));
  });

  it('stand where the passage left out would stand, and name it', async () => {
    await using bed = await openBed(collection);
    const places = ({ hits }: SearchAnswer) => hits.map(({ uri, also_in: also = [] }) => [uri, ...also].toSorted());
    const [all, limited] = [await bed.run({ ...request, per_document: 6 }), await bed.run(request)];
    expect(places(limited)).toEqual(places(all));
    expect(all.hits.every(({ uri }) => isOfManual(uri))).toBe(true);
    expect(limited.hits.map(({ uri }) => isOfManual(uri))).toEqual([true, true, false, false, false, false]);
    expect(limited.hits[0]?.more).toBe(4);
  });

  it('explain their places', async () => {
    await using bed = await openBed(collection);
    const { hits, course = [] } = await bed.run({ ...request, explain: true });
    const effects = hits.map(({ explanation }) => explanation?.steps.find(({ step }) => step === 'per_document')?.effect);
    const taken = 'gave it the place of a near duplicate, whose document has enough hits';
    expect(effects).toEqual([undefined, undefined, taken, taken, taken, taken]);
    for (const [at, { left, dropped }] of course.entries()) if (at > 0) expect(left + dropped).toBe(course[at - 1]?.left);
  });

  it('are found by why_not, which says what became of the passage itself', async () => {
    await using bed = await openBed(collection);
    const whyNot = async (uri: string) =>
      new WhyNot(bed).run(WhyNotRequest.parse({ ...PATIENCE, ...request, uri }), { principal: localOwner });
    const { hits } = await bed.run(request);
    for (const [at, { uri, also_in: also = [] }] of hits.entries()) {
      expect(await whyNot(uri)).toMatchObject({ verdict: 'shown', details: { place: at + 1 } });
      const copy = await whyNot(also[0] ?? '');
      expect(copy.verdict).toBe(at < 2 ? 'collapsed' : 'limited_per_document');
      expect(copy.details.instead).toContain(uri);
    }
  });
});

it('a copy of a passage left out stands beneath another one where its own document has enough hits, too', async () => {
  await using bed = await openBed('pages');
  await bed.collection('prints', [{ key: 'print', title: 'Database server, nightly', text: SECTIONS.join('\n\n') }]);
  const { hits } = await bed.run(request);
  const uris = hits.map(({ uri }) => uri);
  const ofDocument = (name: string) => uris.filter((uri) => uri.includes(`/${name}#`)).length;
  expect([ofDocument('manual'), ofDocument('print')].toSorted()).toEqual([2, 2]);
  expect(hits.map(({ also_in: also = [] }) => also.length)).toEqual([2, 2, 2, 2, 2, 2]);
});

describe('copies among documents made by chance', () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  const WORDS = ['river', 'stone', 'harbour', 'crane', 'key', 'lamp', 'tide', 'keeper', 'boat', 'rope', 'anchor', 'pier'] as const;
  const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
  const passage = () => `## ${words(1)}\n\n${Array.from({ length: 5 }, () => `${words(14)}.`).join(' ')}`;
  const shared = Array.from({ length: 6 }, passage);
  const document = (key: string) => {
    const passages = Array.from({ length: 1 + random.below(3) }, () => (random.next() < 0.5 ? (shared[random.below(6)] ?? '') : passage()));
    return { key, title: words(2), text: passages.join('\n\n') };
  };
  const names = Array.from({ length: 10 }, (_, n) => `d${n.toString()}`);
  const documentsOf = (uris: readonly string[]) => new Set(uris.map((uri) => uri.split('#')[0]));

  it('lose no document, and no document has more hits than asked for', async () => {
    await using bed = await Testbed.open();
    await bed.collection('a', names.map(document));
    await bed.collection('b', names.map(document), { engine: bed.second.engine });
    for (let round = 0; round < 24; round++) {
      const asked: SearchInput = {
        query: words(1 + random.below(4)),
        limit: 100,
        algorithm: random.pick(['hybrid', 'semantic', 'keyword']),
        per_document: 1 + random.below(3),
        diversity: random.pick([0, 0.4]),
        ...(random.next() < 0.5 ? { priorities: { order: ['b'], strategy: 'hard' } } : {}),
      };
      const [apart, together] = [await bed.run({ ...asked, collapse: false }), await bed.run(asked)];
      const hits = together.hits.map(({ uri }) => uri);
      expect(documentsOf(addresses(together)), JSON.stringify(asked)).toEqual(documentsOf(addresses(apart)));
      expect(new Set(addresses(together)).size, JSON.stringify(asked)).toBe(addresses(together).length);
      for (const [, own] of Map.groupBy(hits, (uri) => uri.split('#')[0])) expect(own.length).toBeLessThanOrEqual(asked.per_document ?? 0);
    }
  });
});
