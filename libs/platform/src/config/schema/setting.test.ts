import { expect, it } from 'vitest';
import { z } from 'zod';
import { notesOf, setting } from './setting.js';

it('refuses a second setting of one schema, which would take the notes of the first', () => {
  const shared = z.string();
  setting(shared, { description: 'Address of the one.' });
  expect(() => setting(shared, { description: 'Address of the other.' })).toThrow(
    'This schema is a setting already (Address of the one.): make another for "Address of the other."',
  );
  expect(notesOf(shared)?.description).toBe('Address of the one.');
  expect(notesOf(setting(shared.optional(), { description: 'The one, where there is one.' }))?.description).toBe(
    'The one, where there is one.',
  );
});
