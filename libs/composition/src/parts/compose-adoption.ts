import { AdoptCollections, CollectionFinder, InspectCollection, InspectedCards, RecheckAdopted } from '@tributary/adoption';
import type { EmbeddingProvider, EmbeddingProviders } from '@tributary/embedding-port';
import type { Catalog, CollectionReader, CollectionRecord, Engines, FoundCollections } from '@tributary/engines-port';
import { AdoptedWriter, SideIndexBuilder, openAdopted } from '@tributary/engines-side-index';
import type { Collaborators } from '@tributary/ingestion';
import { permanent, type Clock } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import type { Configuration } from '@tributary/platform';

interface AdoptionBasis {
  readonly configuration: Configuration;
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly queues: Queues;
  readonly providers: EmbeddingProviders;
  readonly common: EmbeddingProvider;
  readonly clock: Clock;
}

/** What deals with collections that another program made. */
export interface AdoptionParts {
  readonly found: FoundCollections;
  readonly openAdopted: (record: CollectionRecord) => CollectionReader;
  readonly adoption: AdoptCollections;
  readonly adopted: NonNullable<Collaborators['adopted']>;
  readonly recheckAdopted: RecheckAdopted;
}

export function composeAdoption({ configuration, ...basis }: AdoptionBasis): AdoptionParts {
  const { catalog, engines, clock, providers } = basis;
  const inspect = new InspectCollection(basis);
  const models = providers.all().map(({ name }) => name);
  const modelOf = (name: string) => {
    const engine = configuration.engines[name];
    return engine?.type === 'chroma' ? engine.model : undefined;
  };
  const cards = new InspectedCards({ inspect, records: engines.primary.records, clock, models, modelOf });
  const words = new SideIndexBuilder(basis);
  const writer = new AdoptedWriter(basis);
  const readers = readersOf(basis);
  return {
    found: new CollectionFinder({ engines, cards, clock }),
    openAdopted: readers,
    adoption: new AdoptCollections({ ...basis, inspect, words, engineAt: (url) => engineAt(url, configuration) }),
    adopted: {
      index: async (name, { onlyIfDue, signal }) => {
        const record = await catalog.collections.get(name);
        if (record?.adopted === undefined || record.removed) return 0;
        return (await (onlyIfDue ? words.refresh(record, { signal }) : words.check(record, { signal }))).changed;
      },
      open: readers,
      write: (record, point, options) => writer.write(record, point, options),
      remove: (record, ids, options) => writer.remove(record, ids, options),
    },
    recheckAdopted: new RecheckAdopted(basis),
  };
}

const MOST_READERS = 500;

/** Readers are kept, since they remember what they analysed; another card means another reader. */
function readersOf({ engines, common, clock }: Pick<AdoptionBasis, 'engines' | 'common' | 'clock'>): AdoptionParts['openAdopted'] {
  const readers = new Map<string, CollectionReader>();
  return (record) => {
    const { engine, adopted, card } = record;
    const { model, vectors, fields } = card;
    const key = JSON.stringify([engine, adopted, record.name, model, vectors, fields]);
    const known = readers.get(key);
    if (known) return known;
    const reader = openAdopted({ engine: engines.get(engine), primary: engines.primary, record, common, clock });
    const [oldest] = readers.keys();
    if (readers.size >= MOST_READERS && oldest !== undefined) readers.delete(oldest);
    readers.set(key, reader);
    return reader;
  };
}

/** @throws `ENGINE.NOT_CONFIGURED` with the lines that configure it */
function engineAt(url: string, { engines }: Configuration): string {
  const wanted = plain(url);
  for (const [name, settings] of Object.entries(engines)) {
    if ('url' in settings && typeof settings.url === 'string' && plain(settings.url) === wanted) return name;
  }
  const type = new URL(wanted).port === '8000' ? 'chroma' : 'qdrant';
  throw permanent(
    'ENGINE.NOT_CONFIGURED',
    `No engine is configured at ${wanted}. Add these lines to tributary.yaml (type: qdrant or chroma) and start again:\nengines:\n  other:\n    type: ${type}\n    url: ${wanted}\nEngines configured now: ${Object.keys(engines).join(', ')}; all of them must stay in that list.`,
    { category: 'not_found' },
  );
}

/** Without what does not tell one server from another: credentials, a slash at the end. @throws `REQUEST.INVALID` */
function plain(text: string): string {
  if (!URL.canParse(text))
    throw permanent('REQUEST.INVALID', `Not the address of an engine: ${text}. Write one such as http://127.0.0.1:6333.`);
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
