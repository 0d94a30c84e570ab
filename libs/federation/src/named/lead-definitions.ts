import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { isMereWord, type JudgedHit, type NamedDefinition } from '@tributary/ranking';
import { isTest } from '../close-look/test-files.js';
import { documentOf } from '../refine/refine.js';
import { begins, declaresBy } from './declares.js';
import { isDefinition, symbolFit, valueFit } from './is-definition.js';
import { bestFitting, FIT } from './qualifier.js';

type Judged = JudgedHit<Candidate>;
type Passages = ReadonlyMap<Judged, PointPayload>;

/** Texts before the definition of a mere word, which may be meant as one. */
const TEXTS_BEFORE = 2;
/** Documents that define a name with a capital, where code is the best answer anyway; of other words one. */
const MOST_OF_NAME = 3;

/** So many places texts keep beside the definition of a word with a small letter, which is mostly meant as one. */
const KEPT_PLACES = 3;

/** What leads, and where. */
export interface Leading {
  readonly hits: readonly Judged[];
  /** So many of the judge's order stay before it. */
  readonly behind: number;
  /** Right behind it, so that nothing takes their place. */
  readonly followedBy: readonly Judged[];
}

/** The passages that define what the query is the name of; of tests only where nothing else does. They come first; those of a mere word behind the texts that are judged best, as the third at the latest.
 *  @param passages the best ones in the judge's order, and what was nominated as a definition */
export function leadDefinitions(wanted: NamedDefinition, passages: Passages): Leading {
  if (wanted.isWord) return leadWord(wanted, passages);
  const { fit, best } = definitionsAmong(wanted, passages);
  // What the query says around the word is nowhere (`node.js`).
  if (fit === FIT.name && isMereWord(wanted.name)) return leadWord({ ...wanted, isWord: true }, passages);
  return { hits: inTurn(beyondTests(best), { name: wanted.name, passages }), behind: 0, followedBy: [] };
}

function leadWord(wanted: NamedDefinition, passages: Passages): Leading {
  const isName = /^\p{Lu}/u.test(wanted.name);
  const best = [...passages].slice(0, KEPT_PLACES).map(([hit, { type }]) => ({ hit, isText: type !== 'code' }));
  const firstCode = best.slice(0, TEXTS_BEFORE).findIndex(({ isText }) => !isText);
  const behind = firstCode < 0 ? TEXTS_BEFORE : firstCode;
  const defining = beyondTests([...passages].filter(([, payload]) => isDefinition(payload, wanted)));
  const firsts = [...Map.groupBy(defining, documentOf).values()].flatMap((ofDocument) => ofDocument.slice(0, 1));
  const texts = best.slice(behind).flatMap(({ hit, isText }) => (isText ? [hit] : []));
  return {
    hits: firsts.slice(0, behind === 0 && isName ? MOST_OF_NAME : 1),
    behind,
    followedBy: isName || firsts.length === 0 ? [] : texts,
  };
}

function definitionsAmong(wanted: NamedDefinition, passages: Passages): ReturnType<typeof bestFitting<readonly [Judged, PointPayload]>> {
  const all = [...passages];
  const asWritten = all.filter(([, { type, content }]) => type === 'code' && declaresBy(content, wanted));
  if (asWritten.length > 0) return { fit: FIT.written, best: asWritten };
  const symbols = bestFitting(all, ([, payload]) => symbolFit(payload, wanted));
  const values = bestFitting(all, ([, payload]) => valueFit(payload, wanted));
  return values.fit > symbols.fit ? values : symbols;
}

function beyondTests(defining: readonly (readonly [Judged, PointPayload])[]): readonly Judged[] {
  const others = defining.filter(([, payload]) => !isTest(payload));
  return (others.length > 0 ? others : defining).map(([hit]) => hit);
}

/** Documents as they are judged; of each the passage in which the definition begins, then all from what is said before it. */
function inTurn(hits: readonly Judged[], { name, passages }: { readonly name: string; readonly passages: Passages }): readonly Judged[] {
  const isBeginning = (hit: Judged) => {
    const payload = passages.get(hit);
    return Number(payload !== undefined && begins(payload, name));
  };
  const documents = Map.groupBy(hits, documentOf);
  return [...documents.values()].flatMap((ofDocument) => {
    const fromTheFirst = ofDocument.toSorted((a, b) => a.candidate.chunkIndex - b.candidate.chunkIndex);
    const beginning = fromTheFirst.filter(isBeginning).slice(0, 1);
    return [...beginning, ...fromTheFirst.filter((hit) => !beginning.includes(hit))];
  });
}
