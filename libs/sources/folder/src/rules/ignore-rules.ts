import ignore, { type Ignore } from 'ignore';
import { DEFAULT_RULES } from './default-rules.js';

/** The `ignore` library remembers every path it is asked about; a fresh copy of the rules after this many bounds that. */
const TESTS_PER_COPY = 4096;

/** What is left out of a source: the default rules, then those of each ignore file from the top down; the last rule that matches decides, as in git. */
export class IgnoreRules {
  #rules: Ignore;
  readonly #place: string;
  #tests = 0;

  private constructor(rules: Ignore, place: string) {
    this.#rules = rules;
    this.#place = place;
  }

  /** @param place where the source lies in the repository that it is a part of, with a `/` at the end; '' for a source of its own */
  static defaults(place = ''): IgnoreRules {
    return new IgnoreRules(fresh().add([...DEFAULT_RULES]), place);
  }

  /** These rules and those of an ignore file in `folder` (relative, '' for the root of the source). */
  with(folder: string, content: string): IgnoreRules {
    return this.withAround((this.#place + folder).replace(/\/$/, ''), content);
  }

  /** These rules and those of an ignore file in a folder of the repository (relative to that, '' for its root). */
  withAround(folder: string, content: string): IgnoreRules {
    const patterns = content
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .flatMap((line) => inFolder(folder, line));
    return patterns.length === 0 ? this : new IgnoreRules(fresh().add(this.#rules).add(patterns), this.#place);
  }

  /** Why a relative path is left out; undefined when it is not. A folder's path ends with `/`. */
  reasonFor(path: string): string | undefined {
    if (++this.#tests % TESTS_PER_COPY === 0) this.#rules = fresh().add(this.#rules);
    const { ignored, rule } = this.#rules.test(this.#place + path);
    return ignored ? (rule?.mark ?? 'ignored') : undefined;
  }
}

function fresh(): Ignore {
  return ignore({ ignoreCase: false });
}

/** A line of the ignore file in `folder` as a pattern for the whole source. */
function inFolder(folder: string, line: string): readonly { readonly pattern: string }[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  if (folder === '') return [{ pattern: line }];
  const isNegative = line.startsWith('!');
  const pattern = isNegative ? line.slice(1) : line.replace(/^\\(?=[!#])/, '');
  const isAnchored = pattern.trimEnd().slice(0, -1).includes('/');
  const place = folder.replace(/[\\*?[\]{}!#]/g, '\\$&');
  return [{ pattern: `${isNegative ? '!' : ''}/${place}/${isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`}` }];
}
