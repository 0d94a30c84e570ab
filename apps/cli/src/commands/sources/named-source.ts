import type { CallContext, Operations } from '@tributary/contracts';
import { expandHome } from '@tributary/kernel/places';
import { resolve } from 'node:path';
import { usageError } from '../../program/usage-error.js';

/** Id of the source that is meant: by its id, the beginning of it, its place or its name. What fits none stays as it is: the server says so.
 *  @throws `USAGE.ARGUMENTS` where several fit */
export async function namedSource(operations: Pick<Operations, 'listSources'>, given: string, call: CallContext): Promise<string> {
  const sources = await operations.listSources(call);
  if (given === '' || sources.some(({ id }) => id === given)) return given;
  const place = resolve(expandHome(given));
  const ways = [
    sources.filter(({ id }) => id.startsWith(given)),
    sources.filter(({ location }) => location === place || location === given),
    sources.filter(({ name }) => name === given),
  ];
  const [first, ...others] = ways.find((found) => found.length > 0) ?? [];
  if (others.length === 0 || first === undefined) return first?.id ?? given;
  throw usageError(
    `${given} may be each of ${[first, ...others].map(({ id, location }) => `${id} (${location})`).join(', ')}: give the id of one.`,
  );
}
