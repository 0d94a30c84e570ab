import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allQueues, maintenanceQueue } from './queues.js';

const Jobs = z.array(z.object({ queue: z.string(), data: z.record(z.string(), z.json()) }));
const jobsOf = (name: string) => Jobs.parse(JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')));

// Kept as they were written once: a file is added with a version that adds fields, none is ever changed.
const VERSIONS = ['first-shapes', '0.1.0', '0.2.0'];

it('there are jobs of every queue', () => {
  expect(new Set(VERSIONS.flatMap(jobsOf).map(({ queue }) => queue))).toEqual(new Set(allQueues.map((queue) => queue.name)));
});

describe.each(VERSIONS)('jobs of %s', (name) => {
  it.each(jobsOf(name))('are understood: $queue $data', ({ queue, data }) => {
    const declared = allQueues.find((one) => one.name === queue);
    // Nothing that was said is lost: what is read holds at least every field that was written.
    expect(declared?.data.parse(data)).toMatchObject(data);
  });
});

it('makes one task of a maintenance job, whoever asked for it', () => {
  const keyOf = (data: object) => maintenanceQueue.dedupKey?.(maintenanceQueue.data.parse(data));
  expect(keyOf({ task: 'sweep', trace: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })).toBe('{"task":"sweep"}');
});
