import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tellReady } from './tell-ready.js';

function bed() {
  const lines: (readonly [string, unknown])[] = [];
  let reason: string | undefined;
  let looks = 0;
  const check = () => {
    looks++;
    return reason === undefined ? Promise.resolve(undefined) : Promise.reject(new Error(reason));
  };
  const write = (message: string, fields?: unknown) => {
    lines.push([message, fields]);
  };
  return {
    lines,
    looks: () => looks,
    set: (why?: string) => {
      reason = why;
    },
    start: () =>
      tellReady({
        checks: [{ name: 'engine main', check }],
        logger: { info: write, warn: write },
        fields: { url: 'http://here' },
        againAfterMs: 1,
      }),
  };
}

it('says ready at once where all is there', async () => {
  const { lines, start } = bed();
  start();
  await eventually(() => {
    expect(lines).toEqual([['ready', { url: 'http://here' }]]);
  });
});

it('says once what a process waits for, and ready when that is there', async () => {
  const { lines, looks, set, start } = bed();
  set('the server cannot be reached');
  start();
  await eventually(() => looks() > 3);
  const waits = ['listening, but not ready', { url: 'http://here', reasons: 'engine main: the server cannot be reached' }];
  expect(lines).toEqual([waits]);
  set();
  await eventually(() => {
    expect(lines).toEqual([waits, ['ready', { url: 'http://here' }]]);
  });
});

it('says no more once it is ended', async () => {
  const { lines, looks, set, start } = bed();
  set('away');
  const told = start();
  await eventually(() => looks() > 1);
  told.end();
  set();
  const other = bed();
  other.set('away');
  const later = other.start();
  await eventually(() => other.looks() > 5);
  later.end();
  expect(lines).toHaveLength(1);
});
