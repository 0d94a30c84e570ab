import { expect, it } from 'vitest';
import { autoscalingMetrics } from './autoscaling-metrics.js';

it('tells the age of each queue, and the tokens that wait for embedders', () => {
  const counts = { waiting: 3, delayed: 0, active: 0, dead: 0 };
  const metrics = autoscalingMetrics([
    { ...counts, queue: 'embed-chunks', oldest_ms: 1500, bytes: 8800 },
    { ...counts, queue: 'search', oldest_ms: 20, bytes: 350 },
  ]);
  expect(metrics.map(({ name, type, values }) => ({ name, type, values }))).toEqual([
    {
      name: 'tributary_queue_oldest_job_age_seconds',
      type: 'gauge',
      values: [
        { labels: { queue: 'embed-chunks' }, value: 1.5 },
        { labels: { queue: 'search' }, value: 0.02 },
      ],
    },
    { name: 'tributary_embed_tokens_waiting', type: 'gauge', values: [{ labels: {}, value: 2000 }] },
  ]);
});

it('counts at least a token for each job, whatever it weighs', () => {
  const [, tokens] = autoscalingMetrics([{ queue: 'embed-chunks', waiting: 2, delayed: 1, active: 0, dead: 0, oldest_ms: 1, bytes: 900 }]);
  expect(tokens?.values).toEqual([{ labels: {}, value: 3 }]);
});

it('counts what was put off for a server that is away as a token a job, so that it calls for one embedder and not for more', () => {
  const tokensOf = (counts: { readonly waiting: number; readonly delayed: number; readonly bytes: number }) =>
    autoscalingMetrics([{ queue: 'embed-chunks', active: 0, dead: 0, oldest_ms: 0, ...counts }])[1]?.values[0]?.value;
  expect(tokensOf({ waiting: 0, delayed: 2000, bytes: 100_000_000 })).toBe(2000);
  expect(tokensOf({ waiting: 100, delayed: 100, bytes: 2_000_000 })).toBe(100 + 268_572);
});
