import { expect, it } from 'vitest';
import { calledFor } from './called.js';

it.each([
  [{}, 'tributary'],
  [{ data: '/srv/data' }, 'tributary --data /srv/data'],
  [{ config: 'tributary.yaml' }, 'tributary --config tributary.yaml'],
  [{ data: 'my data', config: "Ann's $HOME.yaml" }, String.raw`tributary --data 'my data' --config 'Ann'\''s $HOME.yaml'`],
])('the command for the data of a server that was given %j', (given, called) => {
  expect(calledFor('tributary', given)).toBe(called);
});
