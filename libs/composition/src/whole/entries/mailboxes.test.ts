import { SearchRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { ALL_ENGINES, EngineBed } from '../engine-bed.fixture.js';

const COLLECTION = 'mails';
const FIRST = ['Igor', 'Sabine', 'Mette', 'Paolo', 'Ruth', 'Emre', 'Hanna', 'Jonas'];
const LAST = ['Fischer', 'Kaya', 'Lehmann', 'Marino', 'Novak'];
const TROUBLES = ['the coffee is lukewarm', 'the grinder screams', 'the tank leaks', 'the milk does not foam', 'the display stays dark'];
const dayOf = (at: number) =>
  `2025-${(1 + Math.floor(at / 28)).toString().padStart(2, '0')}-${(1 + (at % 28)).toString().padStart(2, '0')}`;

/** Where two people share each name, words of one mail are spread over many others. */
const MAILS = FIRST.flatMap((first, a) =>
  LAST.map((last, b) => {
    const at = a * LAST.length + b;
    const subject = `Ticket ${(1000 + at).toString()}`;
    const trouble = TROUBLES[(a + b) % TROUBLES.length] ?? '';
    const body = `From: ${first} ${last}\nTo: Support\n\nHello, since last week ${trouble}. Can somebody write to me, please?\n\nOur answer: we send a label and credit ${(10 + at).toString()} Euro.`;
    return { name: `${first} ${last}`, subject, moment: `${dayOf(at)}T09:00:00.000Z`, text: `## ${subject}\n\n${body}` };
  }),
);
const LINES = 10;

/** The mails as one mailbox, as an extractor gives it. */
const MAILBOX = {
  id: 'archive.mbox',
  path: 'archive.mbox',
  lang: 'markdown',
  content: MAILS.map(({ text }) => text).join('\n\n'),
  sections: MAILS.map(({ subject, moment }, at) => ({ line: 1 + at * LINES, section: subject, moment })),
  metadata: { format: 'mbox', messages: MAILS.length },
};

it.for(ALL_ENGINES)(
  'mails of a mailbox in $name are answers of their own, of the days on which they were sent',
  { timeout: 120_000 },
  async ({ name, supply }, context) => {
    if (supply.kind === 'none') return context.skip(supply.reason);
    const bed = await EngineBed.open({ engine: name, command: supply.command, collection: COLLECTION });
    const ask = async (input: SearchInput) => {
      const request = SearchRequest.parse({ collections: [COLLECTION], limit: 10, deadline_ms: 20_000, ...input });
      return (await bed.search.run(request, { principal: localOwner })).hits;
    };
    try {
      await bed.index([MAILBOX]);
      for (const mail of MAILS) {
        const hits = await ask({ query: `What did ${mail.name} write to us?` });
        expect([hits.length, hits[0]?.content]).toEqual([10, expect.stringContaining(`From: ${mail.name}`)]);
      }
      const within = await ask({ query: 'who is to get a label', since: dayOf(20), until: dayOf(24) });
      const days = within.map(({ metadata: { modified_at: at } }) => (typeof at === 'string' ? at.slice(0, 10) : ''));
      expect(days.toSorted()).toEqual([20, 21, 22, 23, 24].map(dayOf));
      expect(await ask({ query: 'who is to get a label', since: '2026-06-01' })).toEqual([]);
    } finally {
      await bed.close();
    }
  },
);
