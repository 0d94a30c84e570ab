import { permanent } from '@tributary/kernel';
import { nativeDialect } from '../native/native-tools.js';
import type { Dialect } from './dialect.js';

/** The dialects a process serves, by name. */
export class DialectSet {
  readonly #byName: ReadonlyMap<string, Dialect>;

  /** @param dialects beside the native one, which is always there */
  constructor(dialects: readonly Dialect[] = []) {
    this.#byName = new Map([nativeDialect, ...dialects].map((dialect) => [dialect.name, dialect]));
  }

  /** The dialects of a comma-separated list, each once, in its order. @throws `DIALECT.UNKNOWN` naming those there are */
  choose(list: string): readonly Dialect[] {
    const names = [...new Set(list.split(',').map((name) => name.trim()))];
    return names.map((name) => {
      const dialect = this.#byName.get(name);
      if (dialect === undefined) throw unknownDialect(name, this.names());
      return dialect;
    });
  }

  names(): readonly string[] {
    return [...this.#byName.keys()];
  }
}

function unknownDialect(name: string, known: readonly string[]) {
  return permanent('DIALECT.UNKNOWN', `There is no dialect ${JSON.stringify(name.slice(0, 60))}. There are: ${known.join(', ')}.`, {
    category: 'not_found',
  });
}
