import { describe, expect, it } from 'vitest';
import { startArguments } from './start-arguments.mjs';

const defaults = { root: '/clone' };

describe('the arguments of npm start', () => {
  it('name the repository as the folder to begin with when nothing is said', () => {
    expect(startArguments([], defaults)).toEqual(['start', '--called', 'npm run -s tributary --', '--own-folder', '/clone']);
  });

  it('index the given folders instead', () => {
    expect(startArguments(['notes', '--port', '7500', 'code'], defaults)).toEqual([
      'start',
      '--called',
      'npm run -s tributary --',
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

  it('leave a request for help alone', () => {
    expect(startArguments(['--help'], defaults)).not.toContain('/clone');
  });
});
