import { join } from 'node:path';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { startSource, temporaryFolder, type SourceProcess } from '@tributary/testing';
import type { MigrationPoint } from '../collaborators.js';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const SCRIPT = new URL('./migrating-process.fixture.ts', import.meta.url);

/** Two stores on disk, in which a process that is to be killed moves a collection of notes. */
export class KilledBed {
  readonly main: EmbeddedEngine;
  readonly second: EmbeddedEngine;
  readonly bed: MigrationBed;

  private constructor(private readonly folder: Awaited<ReturnType<typeof temporaryFolder>>) {
    this.main = EmbeddedEngine.open({ name: 'main', folder: join(folder.path, 'main') });
    this.second = EmbeddedEngine.open({ name: 'second', folder: join(folder.path, 'second') });
    this.bed = new MigrationBed(this.main, [this.second]);
  }

  /** With so many notes in the first store. */
  static async open(documents: number): Promise<KilledBed> {
    const opened = new KilledBed(await temporaryFolder());
    await opened.bed.createNotes();
    await opened.bed.fill(documents);
    return opened;
  }

  /** A process that goes on with what was begun; it stands still where it is told to: at a point, when it comes there for so many times. */
  start(...at: readonly [] | readonly [point: MigrationPoint, onHit: number]): SourceProcess {
    return startSource(SCRIPT, [this.folder.path, ...at.map(String)]);
  }

  async close(): Promise<void> {
    await this.main.close();
    await this.second.close();
    await this.folder.remove();
  }
}
