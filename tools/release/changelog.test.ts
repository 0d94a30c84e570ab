import { expect, it } from 'vitest';
import { changelogOf } from './changelog.mjs';

it('lists what changed by area, oldest first, each sentence once', () => {
  expect(changelogOf(['search: b', 'cli: x: y', 'search: a', 'no area', 'search: b'])).toBe(
    '### cli\n\n- x: y\n\n### search\n\n- b\n- a\n',
  );
});
