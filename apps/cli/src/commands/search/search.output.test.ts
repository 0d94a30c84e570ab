import type { SearchHit, SearchRequest } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { printHits } from './search.output.js';

const HEAD = '---\ncreated: 2024-03-01\ntags: [bread]\n---\n';

/** What is printed of a hit below its title and places. */
interface Shown {
  readonly path?: string;
  readonly line?: number;
  readonly context?: SearchRequest['context'];
}

function shown(content: string, { path = 'bread.md', line = 1, context = 'chunk_only' }: Shown = {}): readonly string[] {
  const printed: string[] = [];
  const stdout = { write: (text: string) => printed.push(text) };
  const terminal = new Terminal({ stdin: process.stdin, stdout, stderr: stdout, env: {} });
  const hit: SearchHit = {
    id: '1',
    uri: 'tributary://notes/bread#0',
    collection: 'notes',
    title: 'Bread',
    path,
    range: { start: [line, 1], end: [line + 9, 1] },
    relevance: 0.9,
    content,
    metadata: {},
  };
  printHits(terminal, { hits: [hit], coverage: [], notes: [], took_ms: 1 }, { query: 'salt', context });
  return printed
    .join('')
    .split('\n')
    .slice(3, -3)
    .map((text) => text.trim());
}

describe('the lines shown of a passage', () => {
  it('are what a note says, without the front matter it begins with', () => {
    expect(shown(`${HEAD}\n# Bread\n\nNeeds salt.`)).toEqual(['# Bread', 'Needs salt.']);
    expect(shown('+++\ntitle = "Bread"\n+++\nNeeds salt.')).toEqual(['Needs salt.']);
  });

  it('are front matter where a passage is nothing else', () => {
    expect(shown(HEAD.trim())).toEqual(HEAD.trim().split('\n'));
  });

  it('are all where the surroundings were asked for, with the match among them', () => {
    const before = Array.from({ length: 12 }, (_, at) => `Line ${at.toString()} of what stands before.`);
    const text = [...before, '[MATCH START]', `${'Flour and '.repeat(40)}salt.`, '[MATCH END]', '', 'After it.'];
    expect(shown(text.join('\n'), { context: 'enhanced' })).toEqual(text);
    expect(shown(text.join('\n'), { context: 'full_note' })).toEqual(text);
    expect(shown(text.join('\n')).join(' ')).toContain('salt.');
  });

  it('are the passage as it stands in other places and other files', () => {
    const text = ['---', 'a: 1', '---', 'b: 2'];
    expect(shown(text.join('\n'), { line: 12 })).toEqual(text);
    expect(shown(text.join('\n'), { path: 'two.yaml' })).toEqual(text);
  });
});
