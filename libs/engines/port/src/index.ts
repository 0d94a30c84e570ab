export {
  Catalog,
  documentRecordKey,
  firstNumbers,
  forgetCollection,
  liveCollections,
  settledCollections,
  unsettledCollections,
} from './catalog/catalog.js';
export { BegunCopies, type BegunCopy } from './catalog/begun-copies.js';
export { RecordTable, type Change } from './catalog/record-table.js';
export {
  CollectionRecord,
  answeringName,
  hasParted,
  isMovedFrom,
  isUnmapped,
  lastGeneration,
  lettingGo,
  generationNamed,
  physicalName,
  revived,
  writablePlaces,
  type Place,
} from './catalog/collection-record.js';
export { accessOfRow, isSameReaders, mayReadDocument, withSharer } from './catalog/document-readers.js';
export { EVERYBODY, audienceOf, firstKnownTo, isKnownTo, madeKnownTo } from './catalog/known-to.js';
export { mayRead, mayUse, readableCollections, type CollectionSources } from './catalog/readable-collections.js';
export { DocumentRecord, foundAgain, givenVersion, lostVersion, sequenceOf, type DocumentRecordInput } from './catalog/document-record.js';
export { FindingRecord } from './catalog/finding-record.js';
export { countGaps, noteGap } from './catalog/gaps.js';
export { collectionOfAnother, installationOwner, isOwnedBy, type Owner } from './catalog/installation.js';
export { SKETCHES, sketchKey } from './catalog/sketches.js';
export { SourceRecord } from './catalog/source-record.js';
export type { WatchRecord } from './catalog/watch-record.js';
export { unlessDown } from './engine/unless-down.js';
export { isOutOfReach } from './engine/is-out-of-reach.js';
export { isReachable } from './engine/is-reachable.js';
export { HEALTH_LIMIT_MS, engineHealth } from './engine/engine-health.js';
export { SEARCH_PATIENCE_MS, SearchSignals } from './engine/search-signals.js';
export { checkDimension, checkFinite, checkPoints, checkVector } from './engine/check-write.js';
export { mostFrequent } from './engine/most-frequent.js';
export type { DocumentMatch, Engine, EngineCapabilities, EngineCollection, Recount, WordSuggestion } from './engine/engine.js';
export type {
  CallOptions,
  FullPoint,
  PointSelector,
  PointsPage,
  ReadOptions,
  ScrollPage,
  ScrollRequest,
  StoredPoint,
} from './engine/reading.js';
export type { CollectionReader } from './engine/collection-reader.js';
export type { EngineStatistics } from './engine/statistics.js';
export { Engines } from './engine/engines.js';
export { namesFile } from './foreign/names-file.js';
export { DOCUMENT_PLACE, foreignPayload, foreignText } from './foreign/foreign-payload.js';
export { describeEach } from './foreign/describe-each.js';
export { scrollFitting, type LookRequest } from './foreign/scroll-fitting.js';
export { requireNoReadersAsked } from './foreign/asked-readers.js';
export { accessOf } from './foreign/foreign-access.js';
export { placesDeciding, placesSeen, seenByFilters } from './foreign/seen-by-filters.js';
export { valueAtPlace } from './foreign/foreign-values.js';
export { foreignCandidate } from './foreign/foreign-candidate.js';
export { foreignPointId, foreignPointIds } from './foreign/foreign-point-ids.js';
export { dateWritingAt, type DateWriting } from './foreign/date-writing.js';
export { requireWritableLayout, toForeignPoint, type TextForForeign } from './foreign/to-foreign-point.js';
export { withoutReaders } from './foreign/without-readers.js';
export { collectionUnreadable } from './foreign/foreign-collections.errors.js';
export { unreadableOf, type FoundCollections, type FoundListing, type UnreadableCollection } from './foreign/found-collections.js';
export type {
  ForeignAlias,
  ForeignCollection,
  ForeignCollections,
  ForeignListOptions,
  ForeignListing,
  ForeignPage,
  ForeignPoint,
  ForeignReader,
  ForeignScrollRequest,
  UndescribedCollection,
  VectorField,
} from './foreign/foreign-collections.js';
export type {
  Candidate,
  LaneCandidate,
  LaneResult,
  NominateRequest,
  NominateResult,
  QueryTerm,
  SearchedTogether,
  SignalsRequest,
  TermStatistics,
} from './engine/nominate.js';
export {
  passesFence,
  wordLinesOf,
  wordsOf,
  type DocumentDelete,
  type DocumentFence,
  type DocumentWrite,
  type Point,
  type PointFeatures,
  type TermVector,
  type WordLines,
  type WriteOutcome,
} from './engine/point.js';
export { noRecords } from './records/no-records.js';
export type {
  DoomedRecord,
  RecordOutcome,
  RecordQuery,
  RecordRevision,
  RecordStore,
  RecordWrite,
  RevisionQuery,
  StoredRecord,
} from './records/record-store.js';
export { isReadAs, keptDocuments, lackingDocuments, type HeldAs, type LackingDocument } from './reading/lacking-documents.js';
export { readDocuments } from './reading/read-documents.js';
export { byPlace } from './reading/by-place.js';
export { ofFirstChunks } from './reading/first-chunks.js';
export { entryOf, hasEntries, type EntryPlace } from './reading/entry-of.js';
export { isWholeVersion, onlyNewestVersions, type ChunkPlace, type KnownPlace } from './reading/whole-documents.js';
export { compileCondition, compileFilter, matchesFilter, type FilterPoint, type PointTest } from './filter/compile-filter.js';
export { CONDITION_KINDS, conditionKinds, type ConditionKind } from './filter/condition-kinds.js';
export { countTest, countsOf, elementsOf, isEmpty, isNull, matchTest, rangeTest, type ElementTest } from './filter/field-tests.js';
export { parseMoment } from './filter/moment.js';
export { parsePath, valuesAt } from './filter/path.js';
export { plainTextAnalyser, type TextAnalyser } from './filter/text-analyser.js';
