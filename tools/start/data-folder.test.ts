import { describe, expect, it } from 'vitest';
import { repositoryData } from './data-folder.mjs';

describe('the data folder of a command in the repository', () => {
  it('is the one that npm start fills', () => {
    expect(repositoryData(['search', 'a question'], {}, '/clone')).toEqual({ TRIBUTARY_DATA__FOLDER: '/clone/.tributary' });
  });

  it.each([[['search', 'x', '--data', 'd']], [['search', 'x', '--data=d']], [['search', 'x', '--config', 'c']]])(
    'is the one %j names',
    (given) => {
      expect(repositoryData(given, {}, '/clone')).toEqual({});
    },
  );

  it.each(['TRIBUTARY_DATA__FOLDER', 'TRIBUTARY_CONFIG'])('is left to %s', (name) => {
    expect(repositoryData(['status'], { [name]: 'x' }, '/clone')).toEqual({});
  });
});
