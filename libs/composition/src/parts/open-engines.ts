import { join } from 'node:path';
import { Engines, installationOwner, type Engine, type Owner } from '@tributary/engines-port';
import { SideIndexedEngine, type CommonModel } from '@tributary/engines-side-index';
import { openMadeStore } from '../data-folder/made-store.js';
import type { Configuration, EngineSettings } from '@tributary/platform';

interface EngineContext {
  readonly name: string;
  readonly dataFolder: string;
  /** Of collections on a server that other installations may use, too; undefined for the primary engine, where the catalog’s own name says it. */
  readonly owner?: Owner;
}

/** Opens an engine of its configured type; an adapter is loaded only when it is configured. */
async function openEngine(settings: EngineSettings, { name, dataFolder, owner }: EngineContext): Promise<Engine> {
  switch (settings.type) {
    case 'embedded': {
      const { EmbeddedEngine } = await import('@tributary/engines-embedded');
      return openMadeStore({ folder: dataFolder, name }, (isMade) =>
        EmbeddedEngine.open({ name, folder: join(dataFolder, 'store', name), isMade }),
      );
    }
    case 'qdrant': {
      const { QdrantEngine } = await import('@tributary/engines-qdrant');
      return QdrantEngine.open({ name, settings, ...(owner === undefined ? {} : { owner }) });
    }
    case 'chroma': {
      const { ChromaEngine } = await import('@tributary/engines-chroma');
      return ChromaEngine.open({ name, settings, ...(owner === undefined ? {} : { owner }) });
    }
  }
}

/** Opens every configured engine; one that cannot rank words gets the index of its words in the primary engine. `common` reads texts that the index does not know. */
export async function openEngines(
  { engines, primary, data }: Configuration,
  { common, observe }: { readonly common: CommonModel; readonly observe: (engine: Engine) => Engine },
): Promise<Engines> {
  const { [primary]: ofFirst, ...ofOthers } = engines;
  if (ofFirst === undefined) throw new TypeError(`The configuration lets the unknown engine ${primary} be the primary one.`);
  const dataFolder = data.folder;
  const first = await openEngine(ofFirst, { name: primary, dataFolder });
  const owner = installationOwner(first.records);
  const others = await Promise.all(Object.entries(ofOthers).map(([name, settings]) => openEngine(settings, { name, dataFolder, owner })));
  return new Engines(
    observe(first),
    others.map((engine) => observe(withWords(engine, first, common))),
  );
}

function withWords(engine: Engine, primary: Engine, common: CommonModel): Engine {
  return engine.capabilities.lanes.includes('keyword') ? engine : new SideIndexedEngine({ engine, primary, common });
}
