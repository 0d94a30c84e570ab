import { z } from 'zod';
import { RecordTable, type Engine } from '../../index.js';

const Counter = z.object({ n: z.number() });

/** Adds 1 to a record by compare-and-set, as often as it takes. */
export async function addOne(engine: Engine, kind: string): Promise<void> {
  const table = new RecordTable(engine.records, { kind, schema: Counter });
  await table.change('counter', (present) => ({ set: { n: (present?.n ?? 0) + 1 } }));
}
