import { expect, it } from 'vitest';
import { withoutCommands } from './without-commands.js';

it('leaves out what one would type, and nothing else', () => {
  expect(withoutCommands('It was paused. To go on: tributary sources resume 27e4')).toBe('It was paused.');
  expect(withoutCommands('30 of 40 documents would be deleted. Nothing was deleted. To go on: tributary sources confirm 27e4')).toBe(
    '30 of 40 documents would be deleted. Nothing was deleted.',
  );
  expect(withoutCommands('moving to far/a: copying, 4 of 12 documents; `tributary migrate a` follows it')).toBe(
    'moving to far/a: copying, 4 of 12 documents',
  );
  expect(withoutCommands('Nothing was deleted. Bring it back, or remove the source: tributary sources remove 27e4')).toBe(
    'Nothing was deleted. Bring it back, or remove the source.',
  );
  expect(withoutCommands('The model `far` is away.')).toBe('The model `far` is away.');
});
