import { expect, it } from 'vitest';
import { loadConfiguration } from '../reading/load-configuration.js';

const load = (environment: Readonly<Record<string, string>>) => loadConfiguration({ environment });

it('leaves the number of collections that "auto" asks to the search, unless told otherwise', async () => {
  expect((await load({})).auto).toEqual({});
  expect((await load({ TRIBUTARY_AUTO__MAX_COLLECTIONS: '12' })).auto).toEqual({ maxCollections: 12 });
});

it('refuses a number of none', async () => {
  await expect(load({ TRIBUTARY_AUTO__MAX_COLLECTIONS: '0' })).rejects.toThrow('TRIBUTARY_AUTO__MAX_COLLECTIONS: too small');
});
