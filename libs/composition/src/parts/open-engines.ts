import { join } from 'node:path';
import { Engines, type Engine } from '@tributary/engines-port';
import { SideIndexedEngine, type CommonModel } from '@tributary/engines-side-index';
import type { Configuration, EngineSettings } from '@tributary/platform';

interface EngineContext {
  readonly name: string;
  readonly dataFolder: string;
}

/** Opens an engine of its configured type; an adapter is loaded only when it is configured. */
async function openEngine(settings: EngineSettings, { name, dataFolder }: EngineContext): Promise<Engine> {
  switch (settings.type) {
    case 'embedded': {
      const { EmbeddedEngine } = await import('@tributary/engines-embedded');
      return EmbeddedEngine.open({ name, folder: join(dataFolder, 'store', name) });
    }
    case 'qdrant': {
      const { QdrantEngine } = await import('@tributary/engines-qdrant');
      return QdrantEngine.open({ name, settings });
    }
    case 'chroma': {
      const { ChromaEngine } = await import('@tributary/engines-chroma');
      return ChromaEngine.open({ name, settings });
    }
  }
}

/** Opens every configured engine; one that cannot rank words gets the index of its words in the primary engine. `common` reads texts that the index does not know. */
export async function openEngines(
  { engines, primary, data }: Configuration,
  { common, observe }: { readonly common: CommonModel; readonly observe: (engine: Engine) => Engine },
): Promise<Engines> {
  const opened = await Promise.all(
    Object.entries(engines).map(([name, settings]) => openEngine(settings, { name, dataFolder: data.folder })),
  );
  const first = opened.find(({ name }) => name === primary);
  if (first === undefined) throw new TypeError(`The configuration lets the unknown engine ${primary} be the primary one.`);
  return new Engines(
    observe(first),
    opened.filter((engine) => engine !== first).map((engine) => observe(withWords(engine, first, common))),
  );
}

function withWords(engine: Engine, primary: Engine, common: CommonModel): Engine {
  return engine.capabilities.lanes.includes('keyword') ? engine : new SideIndexedEngine({ engine, primary, common });
}
