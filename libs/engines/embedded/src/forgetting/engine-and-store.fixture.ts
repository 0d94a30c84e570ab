import { sampleCard, sampleDocument, type SampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { Store } from '../store/store.js';

/** For each test an engine with one collection, and a look of its own into the engine's file. */
export interface EngineAndStore {
  readonly engine: EmbeddedEngine;
  readonly store: Store;
  /** Path of the folder with the file. */
  readonly folder: string;
}

export function useEngineAndStore(): () => EngineAndStore {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let opened: EngineAndStore;
  beforeEach(async () => {
    folder = await temporaryFolder();
    const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    await engine.createCollection('c__g1', sampleCard(8));
    opened = { engine, store: Store.open({ folder: folder.path }), folder: folder.path };
  });
  afterEach(async () => {
    opened.store.close();
    await opened.engine.close();
    await folder.remove();
  });
  return () => opened;
}

export function writeSample({ engine }: EngineAndStore, sample: Pick<SampleDocument, 'key' | 'version' | 'chunks'>) {
  return engine.writeDocument(sampleDocument({ collection: 'c__g1', ...sample }));
}
