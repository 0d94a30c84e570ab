import type { CardFields, Certainty, Finding, GivenFields } from '@tributary/contracts';
import type { ForeignPoint } from '@tributary/engines-port';
import { onlyFile, tellsDocuments, valuesAt } from './document-place.js';
import { FieldFinder, type FoundPlace } from './field-finder.js';
import type { FieldName, Layout } from './layout.js';
import { LAYOUTS, OWNER_NAMES, USUAL_NAMES, VALUE_KINDS } from './layouts.js';

/** Share of the points that must show a signature, and of those that must have an optional field. */
const SIGNATURE = 0.9;
const OPTIONAL = 0.5;
const TEXT = 0.5;

/** Where everything stands in a collection, and how that is known. */
export interface RecognisedLayout {
  readonly layout: string;
  /** Undefined when no text was found. */
  readonly fields: CardFields | undefined;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Of a place that would tell documents apart, if points beyond the sample were of other files. */
  readonly onlyFile?: { readonly place: string; readonly value: string };
}

interface RecogniseInput {
  readonly points: readonly Pick<ForeignPoint, 'payload' | 'document'>[];
  readonly vectors: readonly string[];
  /** What the caller says; taken as it is. */
  readonly given: GivenFields;
  /** Where the card had it that the collection has already; undefined for one that has none. */
  readonly kept?: CardFields | undefined;
  /** A place that names several files, though all points of the sample are of one. */
  readonly severalFiles?: string | undefined;
}

/** Finds out which program laid out these points, and where it keeps text, title and the rest. */
export function recogniseLayout({ points, vectors, given, kept, severalFiles }: RecogniseInput): RecognisedLayout {
  const finder = new FieldFinder(points);
  const { layout, seen } = findLayout(finder, vectors);
  const metadata = given.metadata ?? kept?.metadata ?? layout.metadata.find((place) => finder.presence(place) >= OPTIONAL) ?? '';
  const context = { finder, metadata, given, kept, severalFiles };
  const found = fieldsOf(layout, context);
  const findings = [layoutFinding(layout, seen), ...found.map(({ finding }) => finding)];
  const places: Partial<Record<FieldName, string>> = Object.fromEntries(found.map(({ field, place }) => [field, place]));
  const { text } = places;
  const only = places.document === undefined && given.document === undefined ? fileOfAll(layout, context) : undefined;
  return {
    layout: layout.name,
    fields: text === undefined ? undefined : { ...places, text, metadata },
    findings,
    ...(only === undefined ? {} : { onlyFile: only }),
    notes: [
      ...keptNotes(found),
      ...(places.document === undefined && given.document === undefined ? documentNotes(layout, context) : []),
      ...ownerNotes(finder, { metadata, places }),
    ],
  };
}

function findLayout(finder: FieldFinder, vectors: readonly string[]): { readonly layout: Layout; readonly seen: number } {
  for (const layout of LAYOUTS) {
    const isNamed = layout.vector === undefined || vectors.some((name) => layout.vector?.test(name) === true);
    const seen = Math.min(1, ...layout.signature.map((place) => finder.presence(place)));
    const hasText = layout.text.some((place) => finder.share(place, 'text') > 0);
    if (isNamed && seen >= SIGNATURE && (hasText || layout.signature.length === 0)) return { layout, seen };
  }
  throw new TypeError('The last layout fits everything.');
}

function layoutFinding({ name, maker, signature }: Layout, seen: number): Finding {
  if (signature.length === 0) {
    return { what: 'layout', name: '', value: name, certainty: 'guess', reason: 'no known program stores its points like this' };
  }
  const certainty: Certainty = seen === 1 ? (name === 'chroma' ? 'likely' : 'certain') : 'likely';
  return {
    what: 'layout',
    name: '',
    value: name,
    certainty,
    reason: `${percent(seen)} of the points have ${signature.join(', ')}: ${maker}`,
  };
}

interface FieldContext {
  readonly finder: FieldFinder;
  readonly metadata: string;
  readonly given: GivenFields;
  readonly kept: CardFields | undefined;
  readonly severalFiles: string | undefined;
}

interface FoundField {
  readonly field: FieldName;
  readonly place: string;
  readonly finding: Finding;
  readonly isKept?: boolean;
}

function fieldsOf(layout: Layout, context: FieldContext): readonly FoundField[] {
  const names = Object.keys(VALUE_KINDS).filter((name): name is FieldName => name in VALUE_KINDS);
  return names.flatMap((field) => {
    if (context.given[field] !== undefined) return givenField(field, context) ?? [];
    const found = field === 'text' ? textField(layout, context) : otherField(field, layout, context);
    return keptField(field, { ...context, found }) ?? found ?? [];
  });
}

/** Where the card had it, if nothing else was said: an owner and readers in any case, since without them the rows would be everybody's; else while a point has it. */
function keptField(
  field: FieldName,
  { finder, kept, found }: FieldContext & { readonly found: FoundField | undefined },
): FoundField | undefined {
  const place = kept?.[field];
  if (place === undefined || place === found?.place) return undefined;
  const share = finder.share(place, VALUE_KINDS[field]);
  if (share === 0 && field !== 'user_id' && field !== 'acl') return undefined;
  const values = field === 'document' ? `, ${valuesAt(finder, place)}` : '';
  const reason = `as its card had it; ${percent(share)} of the points have it${values}`;
  return { ...toField(field, { place, share }, { certainty: 'likely', reason }), isKept: true };
}

function givenField(field: FieldName, { finder, given }: FieldContext): FoundField | undefined {
  const place = given[field];
  if (place === undefined || place === '') return undefined;
  const share = finder.share(place, VALUE_KINDS[field]);
  return toField(field, { place, share }, { certainty: 'certain', reason: `as you said; ${percent(share)} of the points have it` });
}

function textField({ text }: Layout, { finder }: FieldContext): FoundField | undefined {
  const [known] = finder.having(text, 'text', TEXT);
  if (known !== undefined)
    return toField('text', known, { certainty: known.share >= 0.95 ? 'certain' : 'likely', reason: reasonOf(known) });
  const longest = finder.longestText();
  return longest && toField('text', longest, { certainty: 'guess', reason: 'the longest text there is' });
}

function otherField(field: FieldName, layout: Layout, context: FieldContext): FoundField | undefined {
  if (field === 'document') return documentField(layout, context);
  const [known] = candidatesFor(field, layout, context);
  return known && toField(field, known, { certainty: known.certainty, reason: reasonOf(known) });
}

function documentField(layout: Layout, context: FieldContext): FoundField | undefined {
  const { finder, given } = context;
  const passage = given.chunk_index ?? candidatesFor('chunk_index', layout, context)[0]?.place;
  const known = candidatesFor('document', layout, context).find(
    ({ place, isItsOwn }) => isItsOwn || place === context.severalFiles || tellsDocuments(finder, { place, passage }),
  );
  return (
    known && toField('document', known, { certainty: known.certainty, reason: `${reasonOf(known)}, ${valuesAt(finder, known.place)}` })
  );
}

interface KnownPlace extends FoundPlace {
  readonly certainty: Certainty;
  /** The program is known to keep it there. */
  readonly isItsOwn: boolean;
}

/** Where most points have a field of that kind: first the places that the program itself is known for, then the usual ones. */
function candidatesFor(field: FieldName, { fields = {} }: Layout, { finder, metadata }: FieldContext): readonly KnownPlace[] {
  if (field === 'text' || field === 'user_id' || field === 'acl') return [];
  const own = (fields[field] ?? []).map((place) => place.replace('$metadata', metadata));
  const usual = USUAL_NAMES[field];
  const places = metadata === '' ? usual : [...usual.map((name) => `${metadata}.${name}`), ...usual];
  return [
    ...finder
      .having(own, VALUE_KINDS[field], OPTIONAL)
      .map((found) => ({ ...found, isItsOwn: true, certainty: found.share >= 0.95 ? ('certain' as const) : ('likely' as const) })),
    ...finder.having(places, VALUE_KINDS[field], OPTIONAL).map((found) => ({ ...found, isItsOwn: false, certainty: 'likely' as const })),
  ];
}

function fileOfAll(layout: Layout, context: FieldContext): RecognisedLayout['onlyFile'] {
  const [only] = candidatesFor('document', layout, context).flatMap(({ place }) => {
    const value = onlyFile(context.finder, place);
    return value === undefined ? [] : [{ place, value }];
  });
  return only;
}

/** Of a place that could have told documents, and does not. */
function documentNotes(layout: Layout, context: FieldContext): readonly string[] {
  const [refused] = candidatesFor('document', layout, context);
  if (refused === undefined) return [];
  const { place } = refused;
  return [
    `${place} has ${valuesAt(context.finder, place)} and tells no documents apart, so every point counts as a document of its own. If it names documents all the same: --document ${place}.`,
  ];
}

function toField(field: FieldName, { place }: FoundPlace, known: Pick<Finding, 'certainty' | 'reason'>): FoundField {
  return { field, place, finding: { what: 'field', name: field, value: place, ...known } };
}

function reasonOf({ share }: FoundPlace): string {
  return `${percent(share)} of the points have it`;
}

function keptNotes(found: readonly FoundField[]): readonly string[] {
  const kept = found.filter(({ isKept }) => isKept === true).map(({ field, place }) => `${field} (${place})`);
  if (kept.length === 0) return [];
  return [
    `Kept as its card had it: ${kept.join(', ')}. Name another place to change one; an empty one (--user-id '', --acl '', --document '') says that there is none.`,
  ];
}

function ownerNotes(
  finder: FieldFinder,
  { metadata, places: known }: Pick<FieldContext, 'metadata'> & { readonly places: Partial<Record<FieldName, string>> },
): readonly string[] {
  if (known.user_id !== undefined || known.acl !== undefined) return [];
  const places = OWNER_NAMES.flatMap((name) => (metadata === '' ? [name] : [`${metadata}.${name}`, name]));
  const seen = places.filter((place) => finder.presence(place) >= OPTIONAL);
  if (seen.length === 0) return [];
  return [
    `Its points have ${seen.join(', ')}: if that says whom a row belongs to, name it (user_id, acl). Without it the rows are everybody's who is granted the collection by name.`,
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100).toString()} %`;
}
