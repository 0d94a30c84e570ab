import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { inCallersFolder } from './callers-folder.js';

it('finds paths from the folder of the process and from the home of its user', () => {
  const place = (location: string) => inCallersFolder({ location }).location;
  expect(place('.')).toBe(process.cwd());
  expect(place('notes/a.md')).toBe(resolve('notes/a.md'));
  expect(place('~')).toBe(homedir());
  expect(place('~/notes')).toBe(join(homedir(), 'notes'));
  expect(place('~ada/notes')).toBe(resolve('~ada/notes'));
});

it('leaves what is absolute, an address or the name of a user as it is', () => {
  for (const location of ['/srv/notes/../notes', 'https://example.org/guide/'])
    expect(inCallersFolder({ location, wait_ms: 0 })).toEqual({ location, wait_ms: 0 });
  expect(inCallersFolder({ location: 'ada', kind: 'nextcloud-notes' })).toEqual({ location: 'ada', kind: 'nextcloud-notes' });
});
