import type { DocumentInput, DocumentOutcome } from '@tributary/contracts';
import { permanent, type TributaryError } from '@tributary/kernel';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import { counted, oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { ToldFailure } from '../../program/told-failure.js';
import type { RefusedLine } from './read-batches.js';

const SHOWN = 5;
const KEPT = 1_000;
/** Of an import into an engine that is away. */
export const NOT_YET = 'Not searchable yet: what was accepted is safe, and is indexed when its engine answers.';

/** A line that was sent, and what became of it. */
interface Answered {
  readonly line: number;
  /** As it was sent. */
  readonly document: Pick<DocumentInput, 'collection' | 'version'>;
  readonly outcome: DocumentOutcome | undefined;
}

/** A line whose document was deleted, or replaced by a newer version, since the version that the line gives. */
interface SupersededLine {
  readonly line: number;
  readonly id: string;
}

/** What is true of the touched collections once nothing is under way. */
export interface Searchable {
  /** Undefined where they are still being counted. */
  readonly chunks: number | undefined;
  /** An engine does not answer: what it is to hold is safe and waits for it. */
  readonly isAway: boolean;
  /** Collections that are not simply ready, with the reason. */
  readonly remarks: readonly string[];
}

/** What became of the lines of one file. */
class FileCounts {
  readonly file: string;
  accepted = 0;
  unchanged = 0;
  superseded = 0;
  refused = 0;
  goesOnAt: number | undefined;
  readonly collections = new Set<string>();

  constructor(file: string) {
    this.file = file;
  }

  toJson() {
    const { file, accepted, unchanged, superseded, refused, collections, goesOnAt } = this;
    const resumed = goesOnAt === undefined ? {} : { resumed_at_line: goesOnAt };
    return { file, documents: accepted, unchanged, superseded, refused, collections: [...collections], ...resumed };
  }
}

/** Counts of an import and how long it took. */
export class ImportReport {
  chunksBefore: number | undefined;
  readonly #fileCount: number;
  readonly #files: FileCounts[] = [];
  /** One token per batch and collection at most. */
  readonly #tokens = new Set<string>();
  readonly #refused: (RefusedLine & { readonly file?: string })[] = [];
  readonly #superseded: (SupersededLine & { readonly file?: string })[] = [];
  readonly #startedAt = performance.now();
  #acceptedSeconds = 0;
  #searchable: (Searchable & { readonly seconds: number }) | undefined;

  constructor(fileCount: number) {
    this.#fileCount = fileCount;
  }

  get accepted(): number {
    return this.#sum((file) => file.accepted);
  }

  /** Every line was handed in. */
  get isHandedIn(): boolean {
    return this.#acceptedSeconds > 0;
  }

  get refusedCount(): number {
    return this.#sum((file) => file.refused);
  }

  get collections(): ReadonlySet<string> {
    return new Set(this.#files.flatMap(({ collections }) => [...collections]));
  }

  /** What is added from now on is of this file. */
  beginFile({ file }: { readonly file: string }): void {
    this.#files.push(new FileCounts(file));
  }

  /** The current file is read from this line on: those before it were taken by an earlier import. */
  goOnAt(line: number): void {
    this.#current.goesOnAt = line;
  }

  /** What the current file has filled so far. */
  get currentCollections(): ReadonlySet<string> {
    return this.#current.collections;
  }

  addRefused(lines: readonly RefusedLine[]): void {
    const { file } = this.#current;
    const kept = lines.slice(0, Math.max(0, KEPT - this.#refused.length));
    this.#current.refused += lines.length;
    this.#refused.push(...(this.#hasMany ? kept.map((line) => ({ file, ...line })) : kept));
  }

  addOutcome({ line, document: { collection, version }, outcome }: Answered): void {
    if (outcome === undefined)
      this.addRefused([{ line, code: 'DOCUMENT.UNANSWERED', message: 'The server did not say what became of it.' }]);
    else if (outcome.status === 'refused')
      this.addRefused([{ line, ...(outcome.error ?? { code: 'DOCUMENT.REFUSED', message: 'refused' }) }]);
    else {
      const file = this.#current;
      // Of equal versions one stands, whichever form was handed in first; an export says more of a document than whoever handed it in. With a note nothing does.
      const isLeft = outcome.status === 'superseded' && (outcome.version !== version || outcome.note !== undefined);
      if (isLeft) this.#addSuperseded({ line, id: outcome.id });
      else file.accepted += 1;
      if (outcome.status !== 'accepted' && !isLeft) file.unchanged += 1;
      file.collections.add(collection);
      if (outcome.token !== undefined) this.#tokens.add(outcome.token);
    }
  }

  #addSuperseded(line: SupersededLine): void {
    const { file } = this.#current;
    this.#current.superseded += 1;
    if (this.#superseded.length < KEPT) this.#superseded.push(this.#hasMany ? { file, ...line } : line);
  }

  endAccepting(): void {
    this.#acceptedSeconds = this.#seconds();
  }

  finish(searchable: Searchable): void {
    this.#searchable = { ...searchable, seconds: this.#seconds() };
  }

  /** @throws `IMPORT.INCOMPLETE` when something was refused or failed; with `--json`, where the result says so, `ToldFailure` */
  print({ terminal, options }: CommandContext): void {
    const troubles = this.#troubles();
    const failure = troubles.length === 0 ? undefined : permanent('IMPORT.INCOMPLETE', sentenceOf(troubles));
    if (options.json === true) {
      terminal.printJson(this.#toJson(failure));
      if (failure !== undefined) throw new ToldFailure();
      return;
    }
    for (const line of this.#lines()) terminal.print(line);
    for (const { file, line, code, message } of this.#refused.slice(0, SHOWN))
      terminal.remark(`${file === undefined ? '' : `${file}, `}line ${line.toString()}: ${code}: ${oneLine(message)}`);
    const superseded = this.#sum((file) => file.superseded);
    if (superseded > 0) terminal.remark(supersededSentence(superseded, this.#superseded));
    if (failure !== undefined) throw failure;
  }

  #troubles(): readonly string[] {
    const shown = this.refusedCount > SHOWN ? `, the first ${SHOWN.toString()} are shown` : '';
    const refused = this.refusedCount === 0 ? [] : [`${counted(this.refusedCount, 'line')} refused${shown}`];
    return [...refused, ...(this.#searchable?.remarks ?? [])];
  }

  get #hasMany(): boolean {
    return this.#fileCount > 1;
  }

  get #current(): FileCounts {
    const current = this.#files.at(-1);
    if (current === undefined) throw new Error('A report counts the lines of a file: begin one first.');
    return current;
  }

  get #unchanged(): number {
    return this.#sum((file) => file.unchanged);
  }

  #sum(count: (file: FileCounts) => number): number {
    return this.#files.reduce((sum, file) => sum + count(file), 0);
  }

  #lines(): readonly string[] {
    const names = [...this.collections];
    const from = this.#hasMany ? ` of ${counted(this.#fileCount, 'file')}` : '';
    const into = names.length === 0 ? '' : ` in ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
    const unchanged = this.#unchanged === 0 ? '' : ` (${this.#unchanged.toLocaleString('en-US')} unchanged)`;
    const accepted = `Accepted ${counted(this.accepted, 'document')}${from}${into} in ${this.#acceptedSeconds.toFixed(1)} s${unchanged}.`;
    if (this.#searchable === undefined) return [accepted];
    const { seconds, isAway, remarks } = this.#searchable;
    if (isAway) return [accepted, NOT_YET];
    const made = this.#newChunks();
    const documents = remarks.length === 0 ? counted(this.accepted, 'document') : 'all but what failed';
    const ready = `Searchable after ${seconds.toFixed(1)} s: ${documents}`;
    if (made === undefined) return [accepted, `${ready}.`];
    const rate = made > 0 ? `, ${Math.round(made / seconds).toLocaleString('en-US')} chunks/s` : '';
    return [accepted, `${ready}, ${made.toLocaleString('en-US')} new ${made === 1 ? 'chunk' : 'chunks'}${rate}.`];
  }

  #toJson(failure: TributaryError | undefined) {
    const made = this.#newChunks();
    const resumed = this.#files.length === 1 ? this.#files[0]?.goesOnAt : undefined;
    return {
      ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message, retryable: failure.retryable } }),
      documents: this.accepted,
      unchanged: this.#unchanged,
      superseded: this.#sum((file) => file.superseded),
      superseded_lines: this.#superseded,
      refused: this.refusedCount,
      refused_lines: this.#refused,
      ...(resumed === undefined ? {} : { resumed_at_line: resumed }),
      collections: [...this.collections],
      token: mergeWriteTokens([...this.#tokens]),
      accepted_seconds: round(this.#acceptedSeconds),
      ...(this.#searchable === undefined || this.#searchable.isAway
        ? { finished: false }
        : {
            finished: true,
            ...(made === undefined ? {} : { chunks: made }),
            seconds: round(this.#searchable.seconds),
            ...(made === undefined ? {} : { chunks_per_second: Math.round(made / this.#searchable.seconds) }),
          }),
      ...(this.#hasMany ? { files: this.#files.map((file) => file.toJson()) } : {}),
    };
  }

  #newChunks(): number | undefined {
    const after = this.#searchable?.chunks;
    return after === undefined || this.chunksBefore === undefined ? undefined : Math.max(0, after - this.chunksBefore);
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}

function supersededSentence(count: number, lines: readonly SupersededLine[]): string {
  const named = lines.slice(0, SHOWN).map(({ id }) => oneLine(id));
  const ids = `${named.join(', ')}${count > named.length ? ', …' : ''}`;
  const [what, them] = count === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${counted(count, 'document')} ${what} not taken: deleted since, or there in a newer version (${ids}). To have ${them} as in the file all the same: import again with --anew.`;
}

function sentenceOf(troubles: readonly string[]): string {
  return `${troubles.join('; ').replace(/\.$/, '')}.`;
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
