import { embeddedText, type EmbeddingProvider } from '@tributary/embedding-port';
import { answeringName, compileFilter, foreignPayload, seenByFilters, type CollectionRecord, type Engine } from '@tributary/engines-port';
import type { Filter } from '@tributary/contracts';
import { analyseChunk, type DescribedPassage, type SketchedPassage } from '@tributary/ranking';

/** Enough to know which words and topics a collection has (docs/planning.md). */
const MOST = 1_024;
const PAGE = 128;
/** Texts of other programs have to be analysed and embedded first. */
const MOST_FOREIGN = 512;
const FOREIGN_PAGE = 32;

/** A passage as sketches and descriptions are made from it. */
export interface SampledPassage extends SketchedPassage, DescribedPassage {}

interface Sources {
  readonly engine: Engine;
  readonly common: EmbeddingProvider;
  readonly signal: AbortSignal;
  /** Only these; left out: all, whoever may read them. */
  readonly filter?: Filter | undefined;
}

/** Passages of a collection, whoever made it, in the order of its engine: by id, which says nothing of the content. Undefined where its texts cannot be read.
 *  Between two pages others have the event loop. */
export async function samplePassages(record: CollectionRecord, sources: Sources): Promise<readonly SampledPassage[] | undefined> {
  const read = record.adopted === undefined ? ownPages(record, sources) : foreignPages(record, sources);
  if (read === undefined) return undefined;
  const most = record.adopted === undefined ? MOST : MOST_FOREIGN;
  const passages: SampledPassage[] = [];
  for await (const page of read) {
    passages.push(...page.slice(0, most - passages.length));
    if (passages.length === most) break;
    await new Promise(setImmediate);
  }
  return passages;
}

async function* ownPages(record: CollectionRecord, { engine, signal, filter }: Sources): AsyncGenerator<readonly SampledPassage[]> {
  const collection = answeringName(record);
  let after: string | undefined;
  do {
    const page = await engine.scroll(
      { collection, limit: PAGE, ...narrowed(filter), ...(after === undefined ? {} : { after }) },
      { signal },
    );
    yield page.points.map(({ payload: { title, content }, features: { terms, common } }) => ({ title, content, terms: terms.ids, common }));
    after = page.next;
  } while (after !== undefined);
}

function foreignPages(record: CollectionRecord, sources: Sources): AsyncGenerator<readonly SampledPassage[]> | undefined {
  const { foreign } = sources.engine;
  const { fields } = record.card;
  if (foreign === undefined || fields === undefined) return undefined;
  const collection = answeringName(record);
  const { common, signal } = sources;
  const fits = compileFilter(sources.filter ?? {});
  return (async function* () {
    let after: string | undefined;
    do {
      const page = await foreign.scroll({ collection, limit: FOREIGN_PAGE, ...(after === undefined ? {} : { after }) }, { signal });
      const texts = page.points.flatMap((point) => {
        const payload = foreignPayload(point, collection, fields);
        const { heading, title, content } = payload;
        return fits(seenByFilters(point, payload, fields)) ? [{ heading: heading ?? title, title, content }] : [];
      });
      yield await readTexts(texts, { common, signal });
      after = page.next;
    } while (after !== undefined);
  })();
}

async function readTexts(
  texts: readonly { readonly heading: string; readonly title: string; readonly content: string }[],
  { common, signal }: Pick<Sources, 'common' | 'signal'>,
): Promise<readonly SampledPassage[]> {
  if (texts.length === 0) return [];
  const vectors = await common.embed(
    texts.map(({ heading, content }) => embeddedText(heading, content)),
    { kind: 'document', signal },
  );
  return texts.map((text, at) => {
    const { title, content } = text;
    return { title, content, terms: analyseChunk(text).terms.ids, common: vectors[at] ?? new Float32Array() };
  });
}

function narrowed(filter: Filter | undefined): { readonly filter?: Filter } {
  return filter === undefined ? {} : { filter };
}
