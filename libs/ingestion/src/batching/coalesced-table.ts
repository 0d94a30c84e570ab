import type { Change, RecordTable } from '@tributary/engines-port';
import type { z } from 'zod';
import { Coalescer } from './coalescer.js';

/** A catalog table whose single reads and changes, made by many jobs at once, share round trips. */
export class CoalescedTable<Schema extends z.ZodType<object>> {
  readonly #reads: Coalescer<string, z.output<Schema> | undefined>;
  readonly #changes: Coalescer<
    { readonly key: string; readonly decide: (present: z.output<Schema> | undefined) => Change<z.input<Schema>> },
    z.output<Schema> | undefined
  >;

  constructor(table: RecordTable<Schema>) {
    this.#reads = new Coalescer(async (keys) => {
      const distinct = [...new Set(keys)];
      const found = await table.getMany(distinct);
      const byKey = new Map(distinct.map((key, i) => [key, found[i]]));
      return keys.map((key) => byKey.get(key));
    });
    this.#changes = new Coalescer((changes) => table.changeMany(changes));
  }

  get(key: string): Promise<z.output<Schema> | undefined> {
    return this.#reads.submit(key);
  }

  /** As `RecordTable.change`; `decide` may be asked more than once. */
  change(key: string, decide: (present: z.output<Schema> | undefined) => Change<z.input<Schema>>): Promise<z.output<Schema> | undefined> {
    return this.#changes.submit({ key, decide });
  }
}
