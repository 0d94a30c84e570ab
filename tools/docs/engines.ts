import { CardModel } from '@tributary/contracts';
import { chromaCapabilities } from '@tributary/engines-chroma';
import { EMBEDDED_CAPABILITIES } from '@tributary/engines-embedded';
import { CONDITION_KINDS, type EngineCapabilities } from '@tributary/engines-port';
import { QDRANT_CAPABILITIES } from '@tributary/engines-qdrant';
import { sideIndexedCapabilities } from '@tributary/engines-side-index';

/** The engines as they are offered: Chroma always with the index of its words. */
const ENGINES: readonly {
  readonly name: string;
  readonly can: EngineCapabilities;
  readonly alone?: EngineCapabilities;
  readonly about: string;
}[] = [
  {
    name: 'embedded',
    can: EMBEDDED_CAPABILITIES,
    about:
      'One SQLite file in the data folder, searched in memory; the default. Several processes of one machine may open it, a network file system may not hold it. A document is replaced in one transaction. It holds collections of Tributary only.',
  },
  {
    name: 'qdrant',
    can: QDRANT_CAPABILITIES,
    about:
      'A Qdrant server, 1.17 or newer. Points are overwritten one after the other, so a document that is being replaced may be half new: answers show passages of its newest version only, and documents are read again until one whole version is there. It may keep the catalog, as services need it. Collections that other programs made can be adopted; what is stored into them then has the layout of their maker.',
  },
  {
    name: 'chroma',
    can: sideIndexedCapabilities(chromaCapabilities),
    alone: chromaCapabilities,
    about:
      'A Chroma server, or a folder served by a server of our own. It ranks by vectors only: keyword and fuzzy come from an index of the words in the primary engine, written together with each document. Between the two writes candidates of the document are left out. It cannot keep the catalog, since it has no compare-and-set. Collections that other programs made can be adopted; what is stored into them then has the layout of their maker.',
  },
];

const DISTANCES = CardModel.shape.distance.unwrap().options;

type Row = readonly [what: string, cell: (engine: (typeof ENGINES)[number]) => string];

const ROWS: readonly Row[] = [
  [
    'lanes',
    ({ can, alone }) => can.lanes.map((lane) => (alone && !alone.lanes.includes(lane) ? `${lane} (by the index)` : lane)).join(', '),
  ],
  ['filter conditions', ({ can }) => code(can.conditions)],
  ['filter conditions refused', ({ can }) => code(CONDITION_KINDS.filter((kind) => !can.conditions.includes(kind)))],
  ['distances', ({ can }) => code(can.distances)],
  ['distances refused', ({ can }) => code(DISTANCES.filter((distance) => !can.distances.includes(distance)))],
  ['a reader never sees half a document', ({ can }) => yesOrNo(can.atomicDocuments)],
  ['may be the primary engine, which keeps the catalog', ({ can }) => yesOrNo(can.primary)],
];

/** The page docs/engines.md, made from what the adapters declare. */
export function enginesPage(): string {
  return [
    '# Engines',
    '',
    'What each engine can do for collections that Tributary made. Generated from the capabilities the adapters declare by `npm run docs`; do not edit.',
    'The conformance suite of `libs/engines/port` holds every',
    'engine to its column: what it does not declare it refuses with `ENGINE.UNSUPPORTED`, it ignores nothing.',
    '',
    `| | ${ENGINES.map(({ name }) => name).join(' | ')} |`,
    `|---|${ENGINES.map(() => '---').join('|')}|`,
    ...ROWS.map(([what, cell]) => `| ${what} | ${ENGINES.map(cell).join(' | ')} |`),
    '',
    ...ENGINES.flatMap(({ name, about }) => [`**${name}.** ${about}`, '']),
    'Filters are Qdrant’s filter JSON. `match` is `value`, `any`, `except` or `text`, which wants every analysed word of the query in the field.',
    'Conditions that are not in the table (`match.phrase`, `match.prefix`, `geo_*`, `has_vector`, `slice`) are refused with `FILTER.INVALID` on every',
    'engine.',
    '',
    'Adopted collections have the semantic lane of their engine from the first moment; their keyword and fuzzy lanes say `stale` until the index of',
    'their words is complete. Where their maker gave them other vectors than their card says, the semantic lane alone fails; words still find their texts,',
    'and the coverage says what changed and that adopting them again helps, once they were looked at.',
    '',
    'Their makers go on writing, so every five minutes each is looked at: the number of its points, what its server says of them, and its first 128 texts.',
    'Where that shows a change, the texts (no vectors) are read through and the words of what changed are indexed. A text that was overwritten in its',
    'place elsewhere, or on Qdrant points that were replaced by as many others, need not show: so a collection is read through anyway after a hundred times as long as the last reading took, at the latest after a',
    'day. One that takes three seconds is read every five minutes; one of a million points that takes five minutes is read every eight hours, and until',
    'then its keyword and fuzzy lanes may rank a text that was overwritten by its old words, and miss a point that replaced another. Its semantic lane, filters and what a hit shows are always',
    'those of its engine. Adopting a collection again reads it through at once; what its card says of owner, readers, model, vector,',
    "description and places stays where nothing else is said, and `adopt` says what it kept. An empty option (`--user-id ''`) says",
    'that there is none.',
    '',
    'A filter on one sees the fields that its card has a place for (`user_id`, `acl`, `tags`, `title` …) under these names, and all others as its maker wrote',
    'them, at the top as well as below `metadata`: `lang` and `metadata.lang` mean the same field, wherever it stands. Whole numbers beyond 2^53 are shown by',
    'their digits. Qdrant narrows down by itself what a condition of `match` (`value`, `any`), `range` of numbers, `is_empty`, `is_null` and `has_id` says, in',
    '`must` and `should` at any depth, owner and readers of a row included; `must_not`, `min_should`, `nested`, `match.text`, `match.except` and dates are looked at',
    'point by point, and so are readers and tags that stand there as a text. A collection of many users should have a payload index on the place of the owner.',
    'Where a server in strict mode refuses conditions on fields without an index, it narrows down by those it takes: by the owner, if its index is of keywords and the',
    'user ids are no numbers, while lists of readers and fields that may stand in two places are looked at point by point. A number with a fraction that its maker put under an index',
    'of whole numbers is in no answer to a `range`.',
    'Chroma narrows down by `match` (`value`, `any`) alone. It knows no condition for "not there", so the rows of a user are found by looking at all records.',
    '',
    'What is stored into an adopted collection is one point a text, by the model of its card, without which it is refused (`MODEL.MISMATCH`): text,',
    'title, tags, owner and readers stand where the card has a place for them, all else among the metadata, with `original_id`, the id that was given',
    '(a UUID is the id of the point, of any other text its MD5 is). Its engine keeps no versions there, so the row in the catalog is the fence. A',
    'collection that was merely found takes no writes: `COLLECTION.NOT_ADOPTED` says how to adopt it. Folders are never synchronised',
    'into one.',
    '',
  ].join('\n');
}

function code(words: readonly string[]): string {
  return words.length === 0 ? '–' : words.map((word) => `\`${word}\``).join(', ');
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}
