import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';

const code = (path: string, text: string) => ({ key: path, path, text, type: 'code' as const });
const NAMES = 'ConnectionError, ConnectTimeout, ContentDecodingError, InvalidHeader, InvalidSchema, InvalidURL, ReadTimeout';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('library', [
    code(
      'src/sessions.py',
      'def get_adapter(self, url):\n    for (prefix, adapter) in self.adapters.items():\n        if url.lower().startswith(prefix.lower()):\n            return adapter\n    raise InvalidSchema(f"No connection adapters were found for {url!r}")',
    ),
    code(
      'src/exceptions.py',
      'class InvalidSchema(RequestException, ValueError):\n    """The URL scheme provided is either invalid or unsupported."""',
    ),
    ...Array.from({ length: 20 }, (_, n) =>
      code(
        `src/requests/adapters/part${n.toString()}.py`,
        `from .exceptions import ${NAMES}\nfrom requests.exceptions import InvalidSchema, part${n.toString()}`,
      ),
    ),
    ...[2012, 2013, 2014, 2015, 2016, 2017, 2018, 2020, 2021].map((year) => ({
      key: `minutes-${year.toString()}`,
      title: `Minutes of the board meeting ${year.toString()}`,
      text: `The board met in spring. The treasurer reported on dues, the roof and the boats.`,
    })),
    {
      key: 'board-2019',
      title: 'Board meeting in 2019',
      text: 'Minutes. The board met on a rainy day of 2019. The treasurer reported on dues, the roof and the boats. Motion carried in 2019.',
    },
    code('src/reply.js', 'createError(\'ALREADY_SENT\', \'Reply was already sent, did you forget to "return reply" in "%s" (%s)?\')'),
    { key: 'diary', title: 'Diary', text: 'On Monday we saw "return reply" in "/orders" in the log, and went home. Dinner was late.' },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function ask(query: string) {
  const { hits, notes } = await bed.run({ query, limit: 5, ...PATIENCE });
  return { first: hits[0]?.path ?? hits[0]?.title, notes: notes.join('\n') };
}

it.each(['minutes of the board meeting 2019', "minutes of the 'board meeting' in 2019"])(
  'a year that is asked for leads, where other years have the rest word for word: %s',
  async (query) => {
    expect((await ask(query)).first).toBe('Board meeting in 2019');
  },
);

describe('the message of an error', () => {
  it('is found where it is thrown, whatever value was filled in and whatever its class is called', async () => {
    const { first } = await ask("requests.exceptions.InvalidSchema: No connection adapters were found for 'htp://requests.org/part3'");
    expect(first).toBe('src/sessions.py');
  });

  it('demands nothing by the quotation marks in it, and says so', async () => {
    const { first, notes } = await ask('ALREADY_SENT: Reply was already sent, did you forget to "return reply" in "/orders" (POST)?');
    expect(first).toBe('src/reply.js');
    expect(notes).toContain('quotation marks in it were read as plain text');
  });
});

it('an answer that is doubted says that nothing but what is quoted was looked for', async () => {
  const { notes } = await ask('who taxes income of companies abroad "the log"');
  expect(notes).toMatch(
    /Nothing found seems to answer this: the best relevance is 0\.0\d\. Only passages that contain exactly "the log" were looked for: leave out the quotation marks to look for the words\./,
  );
});
