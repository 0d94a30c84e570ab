import type { SourceSummary } from '@tributary/contracts';
import { beforeEach, expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { printOutcome } from './follow.js';

let written: string[];
let terminal: Terminal;
beforeEach(() => {
  written = [];
  const output = { write: (text: string) => written.push(text) };
  terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
});

it('says of a page that another source keeps that it is there', () => {
  const source: SourceSummary = {
    id: 's1',
    kind: 'web',
    name: 'example',
    location: 'https://manual.example/guide',
    collections: ['manual-web'],
    state: 'idle',
    documents: 0,
    pending: 0,
    failed: 0,
    skipped: {},
    last_sync: { added: 0, changed: 0, deleted: 0, unchanged: 1, shared: 1, skipped: {}, examples: {}, is_part: false, finished_at: '' },
    created_at: '2026-01-01T00:00:00.000Z',
  };
  printOutcome({ terminal, options: {} }, [{ source, seconds: 0.4 }]);
  expect(written).toEqual([
    'Searchable: https://manual.example/guide → manual-web · 0 documents · 1 page that another source keeps · 0.4 s\n',
  ]);
});

it.each(['stale', 'failed', 'paused'] as const)('does not call a source that is %s searchable, and ends with why', (state) => {
  const source: SourceSummary = {
    id: 's1',
    kind: 'nextcloud-notes',
    name: 'ada',
    location: 'ada',
    collections: ['ada-notes'],
    state,
    reason: 'Nextcloud refuses the app password.',
    documents: 25,
    pending: 0,
    failed: 0,
    skipped: {},
    created_at: '2026-01-01T00:00:00.000Z',
  };
  expect(() => {
    printOutcome({ terminal, options: {} }, [{ source, seconds: 0.4 }]);
  }).toThrow('ada: Nextcloud refuses the app password.');
  expect(written).toEqual(['Not up to date: ada → ada-notes · 25 documents · 0.4 s\n']);
});
