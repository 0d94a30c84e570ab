import { join } from 'node:path';
import { Engines, type Engine } from '@tributary/engines-port';
import type { Configuration, EngineSettings } from '@tributary/platform';

interface EngineContext {
  readonly name: string;
  readonly dataFolder: string;
}

/** How an engine of each configured type is opened; an adapter is loaded only when it is configured. */
const OPEN: Readonly<Record<EngineSettings['type'], (context: EngineContext) => Promise<Engine>>> = {
  embedded: async ({ name, dataFolder }) => {
    const { EmbeddedEngine } = await import('@tributary/engines-embedded');
    return EmbeddedEngine.open({ name, folder: join(dataFolder, 'store', name) });
  },
};

/** Opens every configured engine. */
export async function openEngines({ engines, primary, data }: Configuration): Promise<Engines> {
  const opened = await Promise.all(
    Object.entries(engines).map(([name, settings]) => OPEN[settings.type]({ name, dataFolder: data.folder })),
  );
  const first = opened.find(({ name }) => name === primary);
  if (first === undefined) throw new TypeError(`The configuration lets the unknown engine ${primary} be the primary one.`);
  return new Engines(
    first,
    opened.filter((engine) => engine !== first),
  );
}
