import type { LastSync } from '@tributary/contracts';
import type { LeftOutEntry } from '@tributary/sources-port';
import { MOST_EXAMPLES } from '../sources/state/left-out-files.js';

/** Reasons that are told apart: what an odd reader says must not grow without end. */
const MOST_REASONS = 50;
/** Reasons that one sentence gives. */
const MOST_SAID = 3;
interface LeftOutNow extends Omit<LeftOutEntry, 'found'> {
  /** By its row it was a document before, or was not there: it did not count. */
  readonly isNew?: boolean;
}

/** What keeps a file or a folder from being read now and may pass: its documents stay. */
const PASSING = new Set(['unreadable', 'changing']);

/** What a server that can be asked says of a page it does not have. */
const NOT_THERE = /^http-4(?:04|10)$/;

/** What one walk over a source has met so far. */
export class SyncTally {
  files = 0;
  added = 0;
  changed = 0;
  unchanged = 0;
  /** Of those that were met, pages that another source keeps. */
  shared = 0;
  readonly skipped: LastSync['skipped'] = {};
  readonly examples: LastSync['examples'] = {};
  /** Of `skipped`, those that did not count before. */
  readonly newlySkipped: LastSync['skipped'] = {};
  /** Files and folders; what lies below them is not told. */
  readonly #unreadable: string[] = [];
  /** Why, of what its reader says may be there all the same: that alone. A page says nothing of those whose addresses begin with its own. */
  readonly #passing = new Map<string, string>();
  /** Of what was left out for good before any file was met. */
  readonly #said = new Set<string>();

  leaveOut({ path, reason, passing, isNew = false }: LeftOutNow): void {
    const known = reason in this.skipped || Object.keys(this.skipped).length < MOST_REASONS ? reason : 'other reasons';
    this.skipped[known] = (this.skipped[known] ?? 0) + 1;
    if (isNew) this.newlySkipped[known] = (this.newlySkipped[known] ?? 0) + 1;
    const examples = (this.examples[known] ??= []);
    if (examples.length < MOST_EXAMPLES) examples.push(path);
    if (passing === true) this.#passing.set(path, reason);
    else if (PASSING.has(reason)) this.#unreadable.push(path.replace(/\/$/, ''));
    else if (this.files === 0) this.#said.add(path);
  }

  /** Whether nothing says that a document of this path, which was not met, may be there all the same. Where nothing at all could be read, only what was said of it itself counts. */
  isGone(path: string | undefined): boolean {
    if (path === undefined) return true;
    if (this.#passing.has(path)) return false;
    if (this.files === 0 && !this.#said.has(path) && [...this.#passing.values()].some(isTrouble)) return false;
    return !this.#unreadable.some((place) => path === place || path.startsWith(place === '' ? '' : `${place}/`));
  }

  /** Why none of these documents could be read now, by reason; undefined where a file was met, or where of one of them it was said that it is not there or is not to be kept. */
  whyUnread(paths: readonly (string | undefined)[]): string | undefined {
    if (this.files > 0 || paths.some((path = '') => this.#isAnswered(path))) return undefined;
    const reasons = paths.flatMap((path = '') => this.#passing.get(path) ?? []);
    return reasons.length === 0 ? undefined : [...new Set(reasons)].slice(0, MOST_SAID).join(', ');
  }

  #isAnswered(path: string): boolean {
    const reason = this.#passing.get(path);
    return reason === undefined ? this.#said.has(path) : !isTrouble(reason);
  }

  /** All of it, by name, as a job’s progress tells it. */
  get counts(): Record<string, number> {
    const { added, changed, unchanged, skipped } = this;
    return { added, changed, unchanged, ...Object.fromEntries(Object.entries(skipped).map(([reason, n]) => [`skipped: ${reason}`, n])) };
  }
}

function isTrouble(reason: string): boolean {
  return !NOT_THERE.test(reason);
}
