import type { DocumentOutcome } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { counted, oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import type { RefusedLine } from './read-batches.js';

const SHOWN = 5;
const KEPT = 1_000;

/** What is true of the touched collections once nothing is under way. */
export interface Searchable {
  readonly chunks: number;
  /** Collections that are not simply ready, with the reason. */
  readonly remarks: readonly string[];
}

/** Counts of an import and how long it took. */
export class ImportReport {
  chunksBefore = 0;
  accepted = 0;
  unchanged = 0;
  refusedCount = 0;
  readonly collections = new Set<string>();
  readonly #refused: RefusedLine[] = [];
  readonly #startedAt = performance.now();
  #acceptedSeconds = 0;
  #searchable: (Searchable & { readonly seconds: number }) | undefined;

  addRefused(lines: readonly RefusedLine[]): void {
    this.refusedCount += lines.length;
    this.#refused.push(...lines.slice(0, Math.max(0, KEPT - this.#refused.length)));
  }

  addOutcome({ line, collection, outcome }: { line: number; collection: string; outcome: DocumentOutcome | undefined }): void {
    if (outcome === undefined)
      this.addRefused([{ line, code: 'DOCUMENT.UNANSWERED', message: 'The server did not say what became of it.' }]);
    else if (outcome.status === 'refused')
      this.addRefused([{ line, ...(outcome.error ?? { code: 'DOCUMENT.REFUSED', message: 'refused' }) }]);
    else {
      this.accepted += 1;
      if (outcome.status !== 'accepted') this.unchanged += 1;
      this.collections.add(collection);
    }
  }

  endAccepting(): void {
    this.#acceptedSeconds = this.#seconds();
  }

  finish(searchable: Searchable): void {
    this.#searchable = { ...searchable, seconds: this.#seconds() };
  }

  /** @throws `IMPORT.INCOMPLETE` when something was refused or failed */
  print({ terminal, options }: CommandContext): void {
    if (options.json === true) terminal.printJson(this.#toJson());
    else
      this.#lines().forEach((line) => {
        terminal.print(line);
      });
    for (const { line, code, message } of options.json === true ? [] : this.#refused.slice(0, SHOWN))
      terminal.remark(`line ${line.toString()}: ${code}: ${oneLine(message)}`);
    const troubles = [
      ...(this.refusedCount === 0
        ? []
        : [`${counted(this.refusedCount, 'line')} refused${this.refusedCount > SHOWN ? `, the first ${SHOWN.toString()} are shown` : ''}`]),
      ...(this.#searchable?.remarks ?? []),
    ];
    if (troubles.length > 0) throw permanent('IMPORT.INCOMPLETE', `${troubles.join('; ')}.`);
  }

  #lines(): readonly string[] {
    const into =
      this.collections.size === 0 ? '' : ` in ${[...this.collections].slice(0, 5).join(', ')}${this.collections.size > 5 ? ', …' : ''}`;
    const accepted = `Accepted ${counted(this.accepted, 'document')}${into} in ${this.#acceptedSeconds.toFixed(1)} s${this.unchanged === 0 ? '' : ` (${this.unchanged.toLocaleString('en-US')} unchanged)`}.`;
    if (this.#searchable === undefined) return [accepted];
    const { seconds } = this.#searchable;
    const made = this.#newChunks();
    const rate = made > 0 ? `, ${Math.round(made / seconds).toLocaleString('en-US')} chunks/s` : '';
    return [
      accepted,
      `Searchable after ${seconds.toFixed(1)} s: ${counted(this.accepted, 'document')}, ${made.toLocaleString('en-US')} new ${made === 1 ? 'chunk' : 'chunks'}${rate}.`,
    ];
  }

  #toJson() {
    const made = this.#newChunks();
    return {
      documents: this.accepted,
      unchanged: this.unchanged,
      refused: this.refusedCount,
      refused_lines: this.#refused,
      collections: [...this.collections],
      accepted_seconds: round(this.#acceptedSeconds),
      ...(this.#searchable === undefined
        ? { finished: false }
        : {
            finished: true,
            chunks: made,
            seconds: round(this.#searchable.seconds),
            chunks_per_second: Math.round(made / this.#searchable.seconds),
          }),
    };
  }

  #newChunks(): number {
    return Math.max(0, (this.#searchable?.chunks ?? 0) - this.chunksBefore);
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
