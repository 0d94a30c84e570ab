export {
  accessFilter,
  ACL_NOBODY,
  anybody,
  isOneOfMany,
  localOwner,
  matchesPattern,
  mayReadCollection,
  mayReadRow,
  registrantOf,
  mayReadUnmapped,
  Principal,
  visibleRows,
} from './access/principal.js';
export {
  AdoptAnswer,
  AdoptInput,
  AdoptedCollection,
  Certainty,
  Finding,
  type AdoptRequest,
  type GivenFields,
} from './adoption/adoption.js';
export { AssistantCall, AssistantCalls } from './assistants/assistant-call.js';
export { CardModel, UNKNOWN_MODEL, isSameModel, makesSameVectors } from './cards/card-model.js';
export { Card, CardFields, CollectionDescription, CollectionSummary, Readiness } from './cards/card.js';
export { isUnlistedEngine, unlistedEngine } from './cards/unlisted-engine.js';
export {
  DeleteAnswer,
  DeleteInput,
  DocumentInput,
  DocumentOutcome,
  FetchAnswer,
  FetchInput,
  FileQuery,
  LinesQuery,
  LinesSummary,
  StoreAnswer,
  StoreInput,
} from './documents/documents.js';
export { miswrittenAccess, refusedFields } from './documents/unknown-fields.js';
export {
  Filter,
  allOf,
  conditionsOf,
  type Condition,
  type FieldMatch,
  type HasIdCondition,
  type IsEmptyCondition,
  type IsNullCondition,
  type MatchCondition,
  type NestedCondition,
  type RangeCondition,
  type ValuesCountCondition,
} from './filter/filter.js';
export { fieldsOf, isEmptyFilter, isKnownField, leavesOf, unknownFields } from './filter/filter-fields.js';
export { parseFilter, readFilter } from './filter/parse-filter.js';
export type { Route, Scope } from './http/route.js';
export { routes } from './http/routes.js';
export { parseRequest } from './requests/parse-request.js';
export { readRequest } from './requests/read-request.js';
export { JobError, JobProgress, JobQuery, JobState, JobSummary } from './jobs/job.js';
export { isSyncOver } from './jobs/sync-end.js';
export { Algorithm, CollectionName, CollectionPattern, DocumentType, DocumentVersion, IsoDate, Lane } from './names/names.js';
export { MigrateInput, MigrationState, MigrationSummary, ParityReport, ReembedInput, sourceName } from './migration/migration.js';
export type { CallContext } from './operations/call-context.js';
export type { Operations } from './operations/operations.js';
export type { ProjectOperations } from './operations/project-operations.js';
export type { PointOperations } from './operations/point-operations.js';
export { CollectionMap, MapInput, PlaceAnswer, PlaceInput } from './map/map.js';
export { FRONT_MATTER, PointPayload, TextRange } from './points/payload.js';
export {
  CollectionStatistics,
  CreateCollectionInput,
  PointInput,
  PointsAnswer,
  PointsInput,
  PointView,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from './points/points.js';
export {
  ActivateProjectInput,
  DeactivateProjectInput,
  ProjectActivation,
  ProjectCollections,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReindexAnswer,
  ReindexProjectInput,
  RenewProjectInput,
} from './projects/projects.js';
export {
  defineQueue,
  defineRequest,
  type AnyQueue,
  type QueueData,
  type QueueDefinition,
  type QueueInput,
  type QueueResult,
  type RetryPolicy,
} from './queues/define-queue.js';
export { limitedSections, postedSections } from './queues/posted-sections.js';
export {
  ChunkToEmbed,
  DocumentHeader,
  IngestDocument,
  MOST_SECTIONS,
  TextSection,
  allQueues,
  embedChunksQueue,
  embedQueryQueue,
  ingestDocumentQueue,
  maintenanceQueue,
  momentOfPassage,
  searchQueue,
  textSection,
} from './queues/queues.js';
export {
  SYNC_QUEUES,
  SyncResult,
  isSyncQueue,
  queuesOfReach,
  readLocalQueue,
  readWebQueue,
  syncLocalQueue,
  syncQueueOf,
  syncSourceQueue,
  syncWebQueue,
} from './queues/source-queues.js';
export { Explanation, SearchAnswer, SearchHit, SearchStep } from './search/answer.js';
export { Coverage, CoverageStatus, LaneCoverage, isMissed, isOutOfDate } from './search/coverage.js';
export { Priorities, PriorityStrategy } from './search/priorities.js';
export { RerankedHead } from './search/reranked-head.js';
export { MOST_HITS, SearchRequest, timeOf, withoutDefaults, type SearchInput } from './search/request.js';
export { ChoiceReason, CollectionChoice, Selection } from './search/selection.js';
export {
  WhyNotAnswer,
  WhyNotRequest,
  type WhyNotDetails,
  type WhyNotInput,
  type WhyNotStage,
  type WhyNotVerdict,
} from './search/why-not.js';
export { SessionAnswer, SessionInput, SignInQuery, SignInReturn, SignOutAnswer } from './session/session.js';
export {
  IngestAnswer,
  LastSync,
  SourceInput,
  SourceKind,
  SourceState,
  SourceSummary,
  WebSettings,
  isNotesKind,
  nextcloudNameOf,
  sharedPages,
  sourceKindOf,
} from './sources/source.js';
export { HitFolder, SourceFolder } from './sources/source-folder.js';
export { SourceReach, reachOf } from './sources/source-reach.js';
export { DoctorAnswer, DoctorCheck, DoctorInput, Drift, DriftKind, Uncompared } from './doctor/doctor.js';
export { healthOf } from './status/health-of.js';
export { ComponentHealth, Problem, QueueCounts, StatusAnswer, UnavailablePart } from './status/status.js';
