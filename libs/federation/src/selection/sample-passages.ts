import { embeddedText, type EmbeddingProvider } from '@tributary/embedding-port';
import { answeringName, foreignPayload, type CollectionRecord, type Engine } from '@tributary/engines-port';
import { analyseChunk, type SketchedPassage } from '@tributary/ranking';

/** Enough to know which words and topics a collection has (docs/planning.md). */
const MOST = 1_024;
const PAGE = 128;
/** Texts of other programs have to be analysed and embedded first. */
const MOST_FOREIGN = 512;
const FOREIGN_PAGE = 32;

interface Sources {
  readonly engine: Engine;
  readonly common: EmbeddingProvider;
  readonly signal: AbortSignal;
}

/** Passages of a collection, whoever made it, in the order of its engine: by id, which says nothing of the content. Undefined where its texts cannot be read.
 *  Between two pages others have the event loop. */
export async function samplePassages(record: CollectionRecord, sources: Sources): Promise<readonly SketchedPassage[] | undefined> {
  const read = record.adopted === undefined ? ownPages(record, sources) : foreignPages(record, sources);
  if (read === undefined) return undefined;
  const most = record.adopted === undefined ? MOST : MOST_FOREIGN;
  const passages: SketchedPassage[] = [];
  for await (const page of read) {
    passages.push(...page.slice(0, most - passages.length));
    if (passages.length === most) break;
    await new Promise(setImmediate);
  }
  return passages;
}

async function* ownPages(record: CollectionRecord, { engine, signal }: Sources): AsyncGenerator<readonly SketchedPassage[]> {
  const collection = answeringName(record);
  let after: string | undefined;
  do {
    const page = await engine.scroll({ collection, limit: PAGE, ...(after === undefined ? {} : { after }) }, { signal });
    yield page.points.map(({ features: { terms, common } }) => ({ terms: terms.ids, common }));
    after = page.next;
  } while (after !== undefined);
}

function foreignPages(record: CollectionRecord, sources: Sources): AsyncGenerator<readonly SketchedPassage[]> | undefined {
  const { foreign } = sources.engine;
  const { fields } = record.card;
  if (foreign === undefined || fields === undefined) return undefined;
  const collection = answeringName(record);
  const { common, signal } = sources;
  return (async function* () {
    let after: string | undefined;
    do {
      const page = await foreign.scroll({ collection, limit: FOREIGN_PAGE, ...(after === undefined ? {} : { after }) }, { signal });
      const texts = page.points.map((point) => {
        const { heading, title, content } = foreignPayload(point, collection, fields);
        return { heading: heading ?? title, content };
      });
      yield await readTexts(texts, { common, signal });
      after = page.next;
    } while (after !== undefined);
  })();
}

async function readTexts(
  texts: readonly { readonly heading: string; readonly content: string }[],
  { common, signal }: Pick<Sources, 'common' | 'signal'>,
): Promise<readonly SketchedPassage[]> {
  if (texts.length === 0) return [];
  const vectors = await common.embed(
    texts.map(({ heading, content }) => embeddedText(heading, content)),
    { kind: 'document', signal },
  );
  return texts.map((text, at) => ({ terms: analyseChunk(text).terms.ids, common: vectors[at] ?? new Float32Array() }));
}
