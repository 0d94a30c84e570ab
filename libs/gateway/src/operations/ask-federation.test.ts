import { SearchRequest, localOwner, searchQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { askFederation } from './ask-federation.js';

/** What a federation declared that knew fewer fields. */
const Earlier = searchQueue.data.extend({ request: SearchRequest.omit({ wait_ms: true, collapse: true, collections: true }) });
const Payload = z.object({ request: z.record(z.string(), z.unknown()) });

/** What goes over the queue for a search. */
async function sent(input: z.input<typeof SearchRequest>): Promise<unknown> {
  const payloads: unknown[] = [];
  const queues: Pick<Queues, 'request'> = {
    request: (_queue, data) => {
      payloads.push(JSON.parse(JSON.stringify(data)));
      return Promise.reject(permanent('A.B', 'sent'));
    },
  };
  const asked = askFederation(queues, SearchRequest.parse(input), { principal: localOwner, signal: AbortSignal.timeout(1000) });
  await expect(asked).rejects.toMatchObject({ code: 'A.B' });
  return payloads[0];
}

it('is understood by a federation of a version before, unless it uses a field that one does not know', async () => {
  const payload = await sent({ query: 'tide', limit: 20, weights: { keyword: 2 } });
  expect(Earlier.safeParse(payload)).toMatchObject({ success: true });
  expect(Earlier.safeParse(await sent({ query: 'tide', collapse: false }))).toMatchObject({ success: false });
});

it('says all that was asked for', async () => {
  const input = {
    query: 'tide',
    collections: ['log'],
    limit: 20,
    weights: { keyword: 2 },
    rerank: false,
    diversity: 0.3,
    deadline_ms: 700,
  };
  const payload = Payload.parse(await sent(input));
  expect(payload.request).toEqual(input);
  expect(SearchRequest.parse(payload.request)).toEqual(SearchRequest.parse(input));
});
