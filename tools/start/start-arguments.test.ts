import { describe, expect, it } from 'vitest';
import { startArguments } from './start-arguments.mjs';

const defaults = { root: '/clone', dataFolder: '/clone/.tributary' };

describe('the arguments of npm start', () => {
  it('index the repository into its own data folder when nothing is said', () => {
    expect(startArguments([], defaults)).toEqual([
      'start',
      '--data',
      '/clone/.tributary',
      '--name',
      'tributary',
      '--example',
      'how are documents cut into passages',
      '/clone',
    ]);
  });

  it('index the given folders instead', () => {
    expect(startArguments(['notes', '--port', '7500', 'code'], defaults)).toEqual([
      'start',
      '--data',
      '/clone/.tributary',
      'notes',
      '--port',
      '7500',
      'code',
    ]);
  });

  it('take the value of an option for no folder', () => {
    expect(startArguments(['--port', '7500'], defaults).at(-1)).toBe('/clone');
    expect(startArguments(['--port=7500'], defaults).at(-1)).toBe('/clone');
  });

  it.each([['--data', 'elsewhere'], ['--data=elsewhere']])('keep the data folder that was asked for: %s', (...given) => {
    const made = startArguments(given, defaults);
    expect(made.slice(0, 1 + given.length)).toEqual(['start', ...given]);
    expect(made.filter((argument) => argument.startsWith('--data'))).toHaveLength(1);
  });

  it('leave a request for help alone', () => {
    expect(startArguments(['--help'], defaults)).not.toContain('/clone');
  });
});
