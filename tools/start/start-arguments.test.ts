import { describe, expect, it } from 'vitest';
import { startArguments } from './start-arguments.mjs';

const defaults = { root: '/clone', dataFolder: '/clone/.tributary' };

describe('the arguments of npm start', () => {
  it('index the repository into its own data folder when nothing is said', () => {
    expect(startArguments([], defaults)).toEqual([
      'start',
      '--called',
      'npm run -s tributary --',
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
      '--called',
      'npm run -s tributary --',
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
    expect(made.slice(3, 3 + given.length)).toEqual(given);
    expect(made.filter((argument) => argument.startsWith('--data'))).toHaveLength(1);
  });

  it.each([
    [['notes'], 'npm run -s tributary --'],
    [['--data', 'my data', 'notes'], 'npm run -s tributary -- --data "my data"'],
    [['--data=elsewhere', '--config', 'c.yaml'], 'npm run -s tributary -- --data=elsewhere --config c.yaml'],
    [['--config', 'c.yaml'], 'npm run -s tributary -- --data /clone/.tributary --config c.yaml'],
  ])('say how the command is called for the same data: %j', (given, called) => {
    expect(startArguments(given, defaults).slice(1, 3)).toEqual(['--called', called]);
  });

  it('leave a request for help alone', () => {
    expect(startArguments(['--help'], defaults)).not.toContain('/clone');
  });
});
