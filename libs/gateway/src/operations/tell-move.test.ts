import type { CollectionSummary, MigrationSummary } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { tellMove } from './tell-move.js';

const collection = (name: string): CollectionSummary => ({
  name,
  engine: 'main',
  description: '',
  description_generated: false,
  model: { name: 'static', dimension: 256 },
  documents: 3,
  chunks: 3,
  status: 'ready',
  created_at: '2026-01-01T00:00:00.000Z',
});
const MOVE: MigrationSummary = {
  collection: 'archive',
  from: 'main/notes',
  to: 'qdrant/archive',
  state: 'running',
  phase: 'copying',
  documents: { done: 40, total: 120 },
  copied: 40,
  passes: 0,
  started_at: '2026-01-01T00:00:00.000Z',
};
const TOLD = 'being copied to qdrant/archive: copying, 40 of 120 documents; `tributary migrate archive` follows it';

it('is told of what is moved and of what it becomes, and of no other', () => {
  const told = ['notes', 'archive', 'main', 'note'].map((name) => tellMove(collection(name), [MOVE]).status_reason);
  expect(told).toEqual([TOLD, TOLD, undefined, undefined]);
});

it('is a move where the name stays', () => {
  const move = { ...MOVE, collection: 'notes', to: 'qdrant/notes' };
  expect(tellMove(collection('notes'), [move]).status_reason).toMatch(/^moving to qdrant\/notes: copying/);
});

it('stands behind what else there is to say', () => {
  expect(tellMove({ ...collection('notes'), status_reason: '2 documents failed' }, [MOVE]).status_reason).toBe(
    `2 documents failed; ${TOLD}`,
  );
});
