import { describe, expect, it } from 'vitest';
import { namedDefinition } from './named-definition.js';

describe('a definition asked for by its name', () => {
  it.each([
    ['deleteDocument', 'deleteDocument', []],
    ['LinesSummary', 'LinesSummary', []],
    ['HTTPServer', 'HTTPServer', []],
    ['retry_all()', 'retry_all', []],
    ['retry(times, 3)', 'retry', []],
    ['`SessionStore.touch`', 'touch', ['SessionStore']],
    ['a.b.C', 'C', ['a', 'b']],
    ['std::vector;', 'vector', ['std']],
    ['Größe_von', 'Größe_von', []],
    ['_private', '_private', []],
    ['Foo#bar', 'bar', ['Foo']],
  ])('is %s', (query, name, within) => {
    expect(namedDefinition(query)).toEqual({ name, within });
  });

  it.each(['retry', 'Budget', 'NASA', 'deleteDocument of the engine', '3.14', '1_000', 'a b()', '', '...', 'x'.repeat(300)])(
    'is none of %j',
    (query) => {
      expect(namedDefinition(query)).toBeUndefined();
    },
  );
});
