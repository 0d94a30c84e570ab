import { expect, it } from 'vitest';
import { replaced } from './replaced.js';

class Counter {
  #count = 0;
  readonly name: string = 'its own';

  next(): number {
    return ++this.#count;
  }

  double(): number {
    return 2 * this.next();
  }
}

it('calls what stands in place of a method, and the object itself for everything else', () => {
  const counter = replaced(new Counter(), { next: () => 10 });
  expect([counter.next(), counter.name]).toEqual([10, 'its own']);
  expect(counter.double()).toBe(2);
});

it('follows members that change later', () => {
  const members: Partial<Counter> = {};
  const counter = replaced(new Counter(), members);
  expect(counter.next()).toBe(1);
  members.next = () => 10;
  expect(counter.next()).toBe(10);
  delete members.next;
  expect(counter.next()).toBe(2);
});

it('replaces what is no method, too', () => {
  expect(replaced(new Counter(), { name: 'another' }).name).toBe('another');
});
