import { createProcessMetrics } from '@tributary/platform/metrics';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { RefusedSignIns } from './refused-sign-ins.js';

function watched(everyMs?: number) {
  const told: unknown[] = [];
  const logger = { warn: (message: string, fields?: object) => told.push({ message, ...fields }) };
  const refused = new RefusedSignIns({
    logger,
    metrics: createProcessMetrics({ service: 'test', version: '1' }),
    ...(everyMs === undefined ? {} : { everyMs }),
  });
  return { told, refused };
}
const line = (address: string, refused: number) => ({ message: 'sign-in refused', address, refused });

it('tells of the first of an address at once, and of those after it together', async () => {
  const { told, refused } = watched(50);
  for (let n = 0; n < 40; n++) refused.note('10.0.0.1');
  refused.note('10.0.0.2');
  expect(told).toEqual([line('10.0.0.1', 1), line('10.0.0.2', 1)]);
  await eventually(() => Promise.resolve(told.length === 3));
  expect(told[2]).toEqual(line('10.0.0.1', 39));
});

it('tells what is left when it closes, once', () => {
  const { told, refused } = watched();
  for (let n = 0; n < 3; n++) refused.note('10.0.0.1');
  refused.close();
  refused.close();
  expect(told).toEqual([line('10.0.0.1', 1), line('10.0.0.1', 2)]);
});

it('tells a thousand addresses apart, and all others as one', () => {
  const { told, refused } = watched();
  for (let n = 0; n < 1_500; n++) refused.note(`10.0.${Math.floor(n / 256).toString()}.${(n % 256).toString()}`);
  expect(told).toHaveLength(1_001);
  refused.close();
  expect(told.at(-1)).toEqual(line('others', 499));
});
