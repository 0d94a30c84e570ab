import { expect, it } from 'vitest';
import { calledFor } from './called.js';

it.each([
  [{}, 'tributary'],
  [{ data: '/srv/data' }, 'tributary --data /srv/data'],
  [{ config: 'tributary.yaml' }, 'tributary --config tributary.yaml'],
  [{ data: 'my data', config: "Ann's $HOME.yaml" }, String.raw`tributary --data 'my data' --config 'Ann'\''s $HOME.yaml'`],
])('the command for the data of a server that was given %j', (given, called) => {
  expect(calledFor('tributary', given, 'linux')).toBe(called);
});

it.each([
  [{ data: String.raw`C:\data` }, String.raw`tributary --data C:\data`],
  [{ data: String.raw`C:\my data`, config: "Ann's.yaml" }, String.raw`tributary --data "C:\my data" --config "Ann's.yaml"`],
])('the same for shells of Windows: %j', (given, called) => {
  expect(calledFor('tributary', given, 'win32')).toBe(called);
});
