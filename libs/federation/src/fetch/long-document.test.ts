import { FetchInput, localOwner } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const LINES = Array.from({ length: 30_000 }, (_, n) => `line ${n.toString()} of a document that is long`);

describe('fetch of a document of more than a thousand passages', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('long', [{ key: 'document', title: 'document', type: 'doc', text: LINES.join('\n') }]);
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  const fetch = async (input: Partial<FetchInput>) => {
    const before = bed.main.calls.length;
    const answer = await bed.fetch.run(FetchInput.parse({ uri: 'tributary://long/document', ...input }), { principal: localOwner });
    return { ...answer, reads: bed.main.calls.length - before };
  };

  it('reads it page by page', async () => {
    const whole = await fetch({ token_budget: 200_000 });
    expect(whole.chunks).toBeGreaterThan(2_000);
    expect(whole.reads).toBe(Math.ceil((whole.chunks + 1) / 1_000));
    expect(LINES.join('\n').startsWith(whole.content)).toBe(true);
    expect((await fetch({ start_line: 29_000 })).content).toBe(LINES.slice(28_999).join('\n'));
  });

  it('reads it again where it was replaced between two pages', async () => {
    const newer = (point: StoredPoint) => ({ ...point, payload: { ...point.payload, doc_version: point.payload.doc_version + 1 } });
    let pages = 0;
    bed.main.disguise({ read: (points) => (++pages === 2 ? points.map(newer) : points) });
    const { chunks, reads, content } = await fetch({ start_line: 29_999 });
    expect(content).toBe(LINES.slice(29_998).join('\n'));
    expect(reads).toBe(2 * Math.ceil((chunks + 1) / 1_000));
  });
});
