import ignore, { type Ignore } from 'ignore';
import { DEFAULT_RULES } from './default-rules.js';

/** The `ignore` library remembers every path it is asked about; a fresh copy of the rules after this many bounds that. */
const TESTS_PER_COPY = 4096;

interface Origin {
  /** Whether git reads the file, too, so that its rules hold as far as the repository goes that it is a part of. */
  readonly isOfGit?: boolean;
}

interface Rules {
  readonly all: Ignore;
  /** Those of them that hold in a repository below, too: all but what git reads in the repository around. */
  readonly lasting: Ignore;
  /** Where the source lies in the repository that it is a part of, with a `/` at the end; '' for a source of its own. */
  readonly place: string;
  readonly isInRepository: boolean;
  /** Whether rules that are added mean names in any case, as git does where the disk does (`core.ignoreCase`). */
  readonly ignoresCase: boolean;
}

/** What is left out of a source: the default rules, then those of each ignore file from the top down; the last rule that matches decides, as in git. */
export class IgnoreRules {
  readonly #of: Rules;
  #rules: Ignore;
  #tests = 0;

  private constructor(rules: Rules) {
    this.#of = rules;
    this.#rules = rules.all;
  }

  /** @param place where the source lies in the repository that it is a part of, with a `/` at the end; '' for a source of its own */
  static defaults(place = ''): IgnoreRules {
    const all = fresh().add([...DEFAULT_RULES]);
    return new IgnoreRules({ all, lasting: all, place, isInRepository: false, ignoresCase: false });
  }

  /** These patterns and nothing else, as in an ignore file at the root of a source. */
  static of(patterns: readonly string[]): IgnoreRules {
    const none = fresh();
    const empty = new IgnoreRules({ all: none, lasting: none, place: '', isInRepository: false, ignoresCase: false });
    return empty.with('', patterns.join('\n'));
  }

  /** Those that hold where a repository begins: of the one around it, git's rules end. */
  inRepository({ ignoresCase }: { readonly ignoresCase: boolean }): IgnoreRules {
    return new IgnoreRules({ ...this.#of, all: this.#of.lasting, isInRepository: true, ignoresCase });
  }

  /** These rules and those of an ignore file in `folder` (relative, '' for the root of the source). */
  with(folder: string, content: string, { isOfGit = false }: Origin = {}): IgnoreRules {
    return this.withAround((this.#of.place + folder).replace(/\/$/, ''), content, { isOfGit });
  }

  /** These rules and those of an ignore file in a folder of the repository (relative to that, '' for its root). Patterns may be written in any Unicode form. */
  withAround(folder: string, content: string, { isOfGit = false }: Origin = {}): IgnoreRules {
    const patterns = content
      .replace(/^\ufeff/, '')
      .normalize('NFC')
      .split(/\r?\n/)
      .flatMap((line) => inFolder(folder, line));
    if (patterns.length === 0) return this;
    const { lasting, isInRepository, ignoresCase } = this.#of;
    const all = fresh({ ignoresCase }).add(this.#rules).add(patterns);
    if (isOfGit && isInRepository) return new IgnoreRules({ ...this.#of, all });
    return new IgnoreRules({
      ...this.#of,
      all,
      lasting: lasting === this.#of.all ? all : fresh({ ignoresCase }).add(lasting).add(patterns),
    });
  }

  /** Why a relative path is left out; undefined when it is not. A folder's path ends with `/`. */
  reasonFor(path: string): string | undefined {
    if (++this.#tests % TESTS_PER_COPY === 0) this.#rules = fresh().add(this.#rules);
    const { ignored, rule } = this.#rules.test(this.#of.place + path);
    return ignored ? (rule?.mark ?? 'ignored') : undefined;
  }
}

/** @param ignoresCase of the rules that are added as text; those of other rules keep what they have */
function fresh({ ignoresCase = false } = {}): Ignore {
  return ignore({ ignoreCase: ignoresCase });
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
