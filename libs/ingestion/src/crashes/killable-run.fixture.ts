import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, physicalName } from '@tributary/engines-port';
import { NODE_COMPILE_CACHE } from '@tributary/testing';

const SCRIPT = fileURLToPath(new URL('ingesting-process.fixture.ts', import.meta.url));

/** What a run leaves behind. */
const PARTS = ['data', 'files'] as const;

/** How a process ended, and how many writes were acknowledged by then, counted from the first run. */
export interface Ending {
  readonly killed: boolean;
  readonly acknowledged: number;
}

interface RunOptions {
  /** Writes acknowledged by earlier runs. */
  readonly from?: number;
  /** Ends in order before this write. */
  readonly until?: number;
  readonly crash?: { readonly point: string; readonly onHit: number };
  /** Documents are indexed where they were cut. */
  readonly indexesHere?: boolean;
  /** Kill it so long after it is ready. */
  readonly killAfterMs?: number;
}

/** A data folder and files to index, on which processes write one after the other. */
export class KillableRun {
  constructor(readonly folder: string) {}

  /** Makes the folders and their files. */
  async prepare(): Promise<this> {
    for (const source of ['kept', 'dropped']) {
      await mkdir(join(this.folder, 'files', source), { recursive: true });
      for (let i = 0; i < 8; i++) {
        await writeFile(
          join(this.folder, 'files', source, `${i.toString()}.md`),
          `File ${i.toString()} of the folder ${source}, about ships.`,
        );
      }
    }
    await mkdir(join(this.folder, 'data'), { recursive: true });
    return this;
  }

  /** Keeps a copy of what is there while no process runs, to be gone back to. */
  async save(): Promise<void> {
    for (const part of PARTS) await cp(join(this.folder, part), join(this.folder, 'saved', part), { recursive: true });
  }

  /** Makes everything as it was saved: in the same place, because a source is known by where its files are. */
  async restore(): Promise<this> {
    for (const part of PARTS) {
      await rm(join(this.folder, part), { recursive: true });
      await cp(join(this.folder, 'saved', part), join(this.folder, part), { recursive: true });
    }
    return this;
  }

  /** Runs one process until it is done, crashes or is killed. */
  async run({ from = 0, until, crash, indexesHere = false, killAfterMs }: RunOptions = {}): Promise<Ending> {
    const { point = '', onHit = 1 } = crash ?? {};
    const args = [
      join(this.folder, 'data'),
      join(this.folder, 'files'),
      from.toString(),
      point,
      onHit.toString(),
      indexesHere ? 'here' : '',
      until?.toString() ?? '',
    ];
    const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { NODE_COMPILE_CACHE } });
    const complaints: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
    let acknowledged = from;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('acknowledged ')) acknowledged = Number(line.slice('acknowledged '.length)) + 1;
      if (line === 'ready' && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    });
    await once(child, 'close');
    if (child.signalCode === 'SIGKILL') return { killed: true, acknowledged };
    if (child.exitCode === 0) return { killed: false, acknowledged };
    throw new Error(`The process failed: ${complaints.join('\n')}`);
  }

  /** The index and the catalog, without what must differ between two runs: moments, and versions made of them. */
  async state(): Promise<object> {
    const engine = EmbeddedEngine.open({ name: 'main', folder: join(this.folder, 'data') });
    const catalog = new Catalog(engine.records);
    const points: object[] = [];
    for await (const record of catalog.collections.list()) {
      if (record.removed) continue;
      const page = await engine.scroll({ collection: physicalName(record.name, record.generation), limit: 5000 });
      for (const { id, payload, vector } of page.points) {
        const { indexed_at: _indexed, modified_at: _modified, doc_version: _version, ...rest } = payload;
        points.push({ id, ...rest, vector: vector?.slice(0, 4).join() });
      }
    }
    const rows: object[] = [];
    for await (const { collection, key, state, chunks, pending } of catalog.documents.list())
      rows.push({ collection, key, state, chunks, pending });
    const kinds = ['staged', 'staged-mark', 'source-removal'];
    const remains = await Promise.all(kinds.map((kind) => engine.records.count({ kind })));
    const sources: object[] = [];
    for await (const { name, state } of catalog.sources.list()) sources.push({ name, state });
    const physical = (await engine.listCollections()).map(({ name, documents }) => ({ name, documents }));
    await engine.close();
    return { points: sorted(points), rows, remains, sources, physical: sorted(physical) };
  }
}

/** By what is in them. Each is written once, not for each comparison: there are hundreds. */
function sorted(things: readonly object[]): readonly string[] {
  return things.map((thing) => JSON.stringify(thing)).toSorted();
}
