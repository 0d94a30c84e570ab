/** What the controllers are given. */
export const OPERATIONS = Symbol('operations');
export const AUTHENTICATOR = Symbol('authenticator');
export const RECENT_CALLS = Symbol('recent calls of assistants');
/** The streams of events that are open. */
export const STREAMS = Symbol('open streams');
export const CALL_MEMORY = Symbol('call memory');
export const VERSION = Symbol('version');
/** What turns files into text. */
export const EXTRACTOR = Symbol('extractor');
export const REPORT = Symbol('report of errors');
