import { afterEach, beforeEach } from 'vitest';

/** The state of one test, and how to reach it. */
export interface StateHarness<Store> {
  /** A store over it, as one more replica has; where it is in the memory of one process, always the same. The suite closes it. */
  open(): Store;
  /** Lets time go by for all that is kept; less than 0 is a clock that is set back. */
  pass(ms: number): Promise<void>;
}

export interface StateSuite<Store> {
  readonly name: string;
  /** Made anew for each test. */
  readonly makeHarness: () => Promise<StateHarness<Store>>;
  /** Why nothing can be run here, for instance a server that is missing. */
  readonly skip?: string;
}

/** The harness of a store in the memory of one process, with a clock of its own. */
export function inMemory<Store>(make: (clock: { now(): number }) => Store): Promise<StateHarness<Store>> {
  let now = Date.now();
  const store = make({ now: () => now });
  const pass = (ms: number) => {
    now += ms;
    return Promise.resolve();
  };
  return Promise.resolve({ open: () => store, pass });
}

/** What the behaviours of a suite are told with. */
export interface StateContext<Store> {
  /** Stores of two replicas. */
  readonly both: () => readonly [one: Store, other: Store];
  /** The store of one more replica. */
  readonly open: () => Store;
  readonly pass: (ms: number) => Promise<void>;
}

export function prepare<Store extends { close(): Promise<void> }>({ makeHarness, skip }: StateSuite<Store>): StateContext<Store> {
  let harness: StateHarness<Store> | undefined;
  const opened: Store[] = [];
  beforeEach(async (context) => {
    if (skip !== undefined) context.skip(skip);
    harness = await makeHarness();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });
  const theHarness = (): StateHarness<Store> => {
    if (harness === undefined) throw new Error('The harness is made before each test.');
    return harness;
  };
  const open = (): Store => {
    const store = theHarness().open();
    opened.push(store);
    return store;
  };
  return { both: () => [open(), open()], open, pass: (ms) => theHarness().pass(ms) };
}
