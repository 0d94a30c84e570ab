import type { NominateResult } from '@tributary/engines-port';
import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const LOST = {
  status: 'failed',
  error: { code: 'ENGINE.FAILED', message: 'no words now', category: 'unavailable', retryable: true },
  ms: 1,
} as const;

it('what was said before a word was corrected stands where a lane is lost when it is asked for again', async () => {
  await using bed = await Testbed.open();
  await bed.collection('coast', [
    { key: 'lamp', title: 'Lamp', text: 'The keeper of the lighthouse trims the lamp before the night.' },
    { key: 'boat', title: 'Boat', text: 'The keeper rows to the shore.' },
  ]);
  const query = { query: 'keeper of the lighthose' };
  expect((await bed.run(query)).notes.join()).toContain('lighthouse');
  let asked = 0;
  const withoutWords = (result: NominateResult): NominateResult => ({ ...result, lanes: { ...result.lanes, keyword: LOST } });
  bed.main.disguise({ nominate: (result) => (++asked === 1 ? result : withoutWords(result)) });
  const { coverage, notes, hits } = await bed.run(query);
  expect(asked).toBe(2);
  expect(coverage[0]).toMatchObject({ status: 'searched', lanes: { keyword: { status: 'searched' } } });
  expect(notes.join()).not.toContain('lighthouse');
  expect(hits).toHaveLength(2);
});
