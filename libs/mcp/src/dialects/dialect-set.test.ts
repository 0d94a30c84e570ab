import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { combineTools } from './combine-tools.js';
import { defineDialectTool } from '../tools/tool.js';
import type { Dialect } from './dialect.js';
import { DialectSet } from './dialect-set.js';

function dialectOf(name: string, tools: readonly string[]): Dialect {
  return {
    name,
    tools: tools.map((tool) =>
      defineDialectTool({
        name: tool,
        title: tool,
        description: `Answers for ${name}.`,
        annotations: { readOnlyHint: true },
        input: z.strictObject({}),
        run: () => Promise.resolve(name),
        toResult: (text) => ({ content: [{ type: 'text', text }] }),
      }),
    ),
  };
}

describe('dialects', () => {
  const set = new DialectSet([dialectOf('a', ['search', 'status']), dialectOf('b', ['search'])]);

  it('are chosen by name, each once, in the order given', () => {
    expect(set.choose('b,a,b').map(({ name }) => name)).toEqual(['b', 'a']);
    expect(set.choose('native')[0]?.tools[0]?.name).toBe('search');
  });

  it('that are unknown are refused with those there are', () => {
    expect(() => set.choose('a,c')).toThrow(
      expect.objectContaining({ code: 'DIALECT.UNKNOWN', message: 'There is no dialect "c". There are: native, a, b.' }),
    );
    expect(() => set.choose('')).toThrow(expect.objectContaining({ code: 'DIALECT.UNKNOWN' }));
  });

  it('that share a tool name keep both: the first has the plain one', () => {
    const tools = combineTools(set.choose('a,b')).map(({ part }) => part);
    expect(tools.map(({ name }) => name)).toEqual(['search', 'status', 'b_search']);
    expect(tools[2]?.description).toBe('Answers for b. (This is "search" of b; the plain name belongs to a.)');
  });
});
