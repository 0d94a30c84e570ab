interface Event {
  readonly at: number;
  readonly number: number;
  readonly run: () => void;
}

/** What is going to happen, soonest first; at the same moment in the order it was planned. */
export class EventQueue {
  readonly #heap: Event[] = [];
  #number = 0;
  /** Seconds since the beginning. */
  now = 0;

  plan(delay: number, run: () => void): void {
    const event = { at: this.now + delay, number: this.#number++, run };
    const heap = this.#heap;
    let i = heap.length;
    heap.push(event);
    for (let parent = (i - 1) >> 1; i > 0 && isSooner(event, heap[parent]); parent = (i - 1) >> 1) {
      heap[i] = heap[parent] ?? event;
      heap[parent] = event;
      i = parent;
    }
  }

  /** Lets everything happen that is due by this moment. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst();
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const child = isSooner(heap[left + 1], heap[left]) ? left + 1 : left;
      const smaller = heap[child];
      if (smaller === undefined || !isSooner(smaller, last)) break;
      heap[i] = smaller;
      i = child;
    }
    heap[i] = last;
  }
}

function isSooner(a: Event | undefined, b: Event | undefined): boolean {
  if (a === undefined) return false;
  return b === undefined || a.at < b.at || (a.at === b.at && a.number < b.number);
}
