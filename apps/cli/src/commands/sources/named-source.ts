import type { CallContext, Operations } from '@tributary/contracts';
import { expandHome } from '@tributary/kernel/places';
import { resolve } from 'node:path';
import type { Connection } from '../../connection/connection.js';
import { unknownName } from '../../program/unknown-name.js';
import { usageError } from '../../program/usage-error.js';

interface Where extends Pick<Connection, 'place'> {
  readonly operations: Pick<Operations, 'listSources'>;
}

/** Id of the source that is meant: by its id, the beginning of it, its place or its name.
 *  @throws `SOURCE.NOT_FOUND` where none fits, with the name that may have been meant, `USAGE.ARGUMENTS` where several do */
export async function namedSource({ operations, place: where }: Where, given: string, call: CallContext): Promise<string> {
  const sources = await operations.listSources(call);
  if (sources.some(({ id }) => id === given)) return given;
  const place = resolve(expandHome(given));
  const ways = [
    given === '' ? [] : sources.filter(({ id }) => id.startsWith(given)),
    sources.filter(({ location }) => location === place || location === given),
    sources.filter(({ name }) => name === given),
  ];
  const [first, ...others] = ways.find((found) => found.length > 0) ?? [];
  if (first === undefined) {
    const known = sources.flatMap(({ id, name, location }) => [name, location, id]);
    throw unknownName({ kind: 'source', name: given, place: where, known });
  }
  if (others.length === 0) return first.id;
  throw usageError(
    `${given} may be each of ${[first, ...others].map(({ id, location }) => `${id} (${location})`).join(', ')}: give the id of one.`,
  );
}
