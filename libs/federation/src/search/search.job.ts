import { searchQueue, timeOf } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Search } from './search.use-case.js';

/** Handles `search`. */
export class SearchJob {
  readonly #search: Search;

  constructor(search: Search) {
    this.#search = search;
  }

  @HandlesJob(searchQueue)
  handle({ data: { request, principal }, signal, deadline }: Job<typeof searchQueue>) {
    return this.#search.run(request, { principal, signal, deadline: deadline ?? Deadline.in(timeOf(request)) });
  }
}
