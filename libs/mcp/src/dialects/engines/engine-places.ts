/** Where an engine is reached, as people know it. */
export interface EnginePlace {
  readonly kind: 'embedded' | 'qdrant' | 'chroma';
  /** `host:port`, or the folder it keeps its data in. */
  readonly address: string;
}

/** The engines of this process by name, and the one that takes what no other is named for. */
export interface EnginePlaces {
  readonly primary: string;
  readonly engines: Readonly<Record<string, EnginePlace>>;
}

/** What of a configuration tells where the engines are. */
interface ConfiguredEngines {
  readonly primary: string;
  readonly data: { readonly folder: string };
  readonly engines: Readonly<
    Record<string, { readonly type: EnginePlace['kind']; readonly url?: string | undefined; readonly path?: string | undefined }>
  >;
}

/** What servers listen on where the address does not say. */
const PORTS = { 'https:': '443', qdrant: '6333', chroma: '8000', embedded: '' } as const;

/** Where the configured engines are; keys and passwords are left out. */
export function enginePlaces({ primary, data, engines }: ConfiguredEngines): EnginePlaces {
  const places = Object.entries(engines).map(([name, { type, url, path }]) => {
    const address = url === undefined ? (path ?? data.folder) : addressOf(url, type);
    return [name, { kind: type, address }] as const;
  });
  return { primary, engines: Object.fromEntries(places) };
}

function addressOf(url: string, kind: EnginePlace['kind']): string {
  const { protocol, hostname, port } = new URL(url);
  if (port !== '') return `${hostname}:${port}`;
  return `${hostname}:${protocol === 'https:' ? PORTS[protocol] : PORTS[kind]}`;
}
