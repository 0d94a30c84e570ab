export { documentNames, type CalledDocument } from './documents/document-names.js';
export {
  decodeDocumentKey,
  encodeDocumentKey,
  formatDocumentUri,
  encodingHint,
  parseDocumentUri,
  type DocumentAddress,
} from './documents/document-uri.js';
export { passageText, withoutFrontMatter } from './documents/front-matter.js';
export { withLineFeeds } from './documents/line-feeds.js';
export { readsAsMapping } from './documents/reads-as-mapping.js';
export { shownTitles, titlePathOf, titlesBelow, type NamedDocument } from './documents/title-path.js';
export {
  TributaryError,
  fromErrorRecord,
  hasCode,
  isAbort,
  permanent,
  retryable,
  isSurprise,
  toErrorRecord,
  type ErrorCategory,
  type ErrorRecord,
} from './errors/tributary-error.js';
export { Limiter } from './limits/limiter.js';
export { COLLECTION_NAME } from './names/collection-name.js';
export { nearest } from './names/nearest.js';
export { someOf } from './names/some-of.js';
export { isLoopback } from './network/loopback.js';
export { isLinesOfJson, mediaTypeOf } from './network/media-type.js';
export { reconnecting } from './network/reconnecting.js';
export { highlight, type Segment } from './text/highlight.js';
export { systemClock, type Clock } from './time/clock.js';
export { CLOCKS_APART_MS, isFresh } from './time/freshness.js';
export { Deadline } from './time/deadline.js';
export { abortReason, untilAborted } from './time/until-aborted.js';
export { within } from './time/within.js';
export { DecayingRate } from './time/decaying-rate.js';
export { BYTES_PER_TOKEN, KIB, MIB, countTokens, utf8Bytes } from './units/sizes.js';
