import { Engines, physicalName } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import type { Collaborators } from '../collaborators/collaborators.js';
import { Testbed } from '../testbed/testbed.fixture.js';

/** Generations of the collection `notes`: the one that was made first, in the main engine, and the one of a move to the other. */
export const MAIN = physicalName('notes', 1);
export const THERE = physicalName('notes', 2);
export const WEEK_MS = 7 * 86_400_000;

interface TwoEngines {
  readonly bed: Testbed;
  /** Beside the main one. */
  readonly q: MemoryEngine;
  readonly parts: Collaborators;
}

export async function openTwoEngines(): Promise<TwoEngines> {
  const bed = await Testbed.open();
  const q = new MemoryEngine({ name: 'q' });
  const parts = { ...bed.collaborators, engines: new Engines(bed.engine, [q]) };
  await bed.start(parts);
  return { bed, q, parts };
}
