import type { ErrorCategory } from '@tributary/kernel';

/** What the code that makes an error does not say by itself, in one place, since it is put together when it is thrown. */
export interface ErrorNote {
  readonly says: string;
  /** Of one that is thrown; left out: as the code says, or one that stands beside an answer. */
  readonly category?: ErrorCategory;
  readonly retryable?: boolean;
  /** Where the answer has another status than errors of its category. */
  readonly status?: number;
  /** It stands beside an answer alone, or only its sentence is told. */
  readonly standsBeside?: boolean;
}

const SIGN_IN = { category: 'unauthenticated', retryable: false } as const;

export const errorNotes: Readonly<Record<string, ErrorNote>> = {
  'AUTH.ISSUER_UNAVAILABLE': {
    says: 'The issuer of tokens does not answer, or answers nothing usable. Its own log says more; ask again in five seconds.',
  },
  'COLLECTION.NOT_INSPECTED': { says: 'The collection was found just now and is being looked at: search again in a moment.' },
  'CURSOR.UNAVAILABLE': {
    says: 'Redis, which keeps the lists of searches for later pages, does not answer: try again in a moment.',
    category: 'unavailable',
    retryable: true,
  },
  'DOCUMENT.AMBIGUOUS': {
    says: 'Several documents have this path; the message names them, ten at most. Fetch the one that is meant by its uri, or write more of its path.',
  },
  'DOCUMENT.DAMAGED': { says: 'The file is cut off or broken, or neither what its name says nor text: hand in a whole one.' },
  'DOCUMENT.ENCRYPTED': { says: 'The file opens only with a password, or is copy-protected: hand in one that is not.' },
  'DOCUMENT.INVALID': {
    says: 'A field of the document is wrong, missing or unknown; the message names it and what to write. Fields of your own go under metadata.',
  },
  'DOCUMENT.NOT_FOUND': {
    says: 'There is no such document, or not for this caller. Search for it: every hit carries its uri. Of a path the message names others that end alike.',
  },
  'DOCUMENT.NO_TEXT': {
    says: 'There is no text in the file, or nothing to be read in the text: of a scan, run text recognition over it first; else send a text in content, or leave it out.',
  },
  'DOCUMENT.OUT_OF_MEMORY': { says: 'Reading the file took more memory than extraction.memory_mb allows: raise it, or split the file.' },
  'DOCUMENT.REFUSED': { says: 'The document was not accepted; the message says why.' },
  'DOCUMENT.TIMED_OUT': { says: 'Reading the file took longer than extraction.timeout_ms allows: raise it, or split the file.' },
  'DOCUMENT.TOO_DEEP': { says: 'Elements of the file stand in elements without end: hand in its text instead.' },
  'DOCUMENT.TOO_LARGE': {
    says: 'The document, the line or the file is larger than is taken (20 MB of text, lines of 48 MB, files of 64 MB): split it.',
  },
  'DOCUMENT.UNSUPPORTED': { says: 'No text is extracted from this format; formats.md lists the ones it is extracted from.' },
  'EMBEDDER.ANSWER_INVALID': {
    says: 'The model’s server answered something that is no vector of the expected form: check that its url names the server itself, path included.',
  },
  'ENGINE.DOWN': { says: 'The primary engine is down; /health/ready names it and what is wrong.', standsBeside: true },
  'ENGINE.FILTER_TOO_COSTLY': {
    says: 'The filter fits hardly any of the best passages, and too many others would have to be looked at, or the server refuses to: add rarer words, or a narrower filter, such as one by a field with an exact value.',
  },
  'ENGINE.IO': {
    says: 'The store cannot be read or written; the message names the file, why, and what to do: a limit on the size of files, the limit of open files, a disk that is full, broken or read-only, or a right that was taken away.',
  },
  'EVAL.NOT_RERANKED': { says: 'Not one query was reranked; the message says why.' },
  'EVAL.NOT_SEARCHED': { says: 'A collection was not searched; the message says why.' },
  'EXPORT.INCOMPLETE': { says: 'Something is not in the export; the message counts it by reason.' },
  'IDEMPOTENCY.UNAVAILABLE': {
    says: 'Redis, which remembers idempotency keys, does not answer: try again in a moment.',
    category: 'unavailable',
    retryable: true,
  },
  'IMPORT.INCOMPLETE': { says: 'Some lines were refused; the message counts them, and each is named with its number and reason.' },
  'LIMIT.BODIES': {
    says: 'More than 128 MB of one caller, or 256 MB of all, are under way: send this again in a moment, or fewer documents at once.',
    category: 'overloaded',
    retryable: true,
  },
  'LIMIT.STREAMS': {
    says: 'The caller holds 64 streams of events open, or the server as many as it can: end one first.',
    category: 'overloaded',
    retryable: true,
  },
  'MIGRATION.PARITY': {
    says: 'The copy is not equal to the source; the message says in what. Nothing was switched: begin the move again.',
  },
  'QUEUE.STORE_DAMAGED': {
    says: 'The file of jobs is damaged; the message names it and what to do.',
    category: 'internal',
    retryable: false,
  },
  'QUEUE.UNHANDLED': { says: 'No service takes the jobs of a queue; /health/ready names it. Start the service.', standsBeside: true },
  'REQUEST.INVALID': { says: 'A field or parameter is wrong, missing or unknown; the message names each and what to write instead.' },
  'REQUEST.MEDIA_TYPE': {
    says: 'Send JSON with content-type application/json (or application/x-ndjson where lines are taken).',
    category: 'invalid',
    retryable: false,
    status: 415,
  },
  'REQUEST.SKIPPED': { says: 'The question was not answered; the message says why.' },
  'REQUEST.STALLED': {
    says: 'No byte of the body came for a minute: send it again.',
    category: 'timeout',
    retryable: true,
    status: 408,
  },
  'RERANKER.ANSWER_INVALID': {
    says: 'The reranker’s server answered something that is no list of scores: check that its url names the server itself, path included.',
  },
  'RERANKER.CIRCUIT_OPEN': {
    says: 'The reranker did not answer the last searches; it is tried again in a few seconds. The order is that before reranking.',
  },
  'RERANKER.NOT_CONFIGURED': { says: 'No reranker is configured (rerankers, default_reranker). The order is that before reranking.' },
  'RERANKER.SAME_MODEL': {
    says: 'The reranker is the model the collection is searched by, and would change nothing: name another one in default_reranker.',
  },
  'SEARCH.LATE': { says: 'There was no time left to rerank: give the search a longer deadline_ms.', standsBeside: true },
  'SEARCH.BEHIND': {
    says: 'What the token of after stands for is not searchable yet: search again in a moment, or with a longer wait_ms.',
  },
  'SERVER.NOT_STOPPED': {
    says: 'The server has not ended in time, as one of an earlier version, which hears of no request; or its data folder takes no file, as on a read-only disk. End it where it was started (Ctrl-C), or send its process SIGTERM.',
  },
  'SERVICE.COMMAND_FAILED': {
    says: 'systemd or launchd did not start or end the service. The message has what it said, and where the file of the service lies.',
  },
  'SESSION.UNAVAILABLE': {
    says: 'Redis, which keeps the sessions of browsers, does not answer: try again in a moment.',
    category: 'unavailable',
    retryable: true,
  },
  'SIGN_IN.EXPIRED': { ...SIGN_IN, says: 'Signing in took too long: begin it again.' },
  'SIGN_IN.MISCONFIGURED': {
    ...SIGN_IN,
    says: 'The issuer refuses the server, not the user: its log says why; check access.oauth and access.oauth.console.',
  },
  'SIGN_IN.NOT_BEGUN': { ...SIGN_IN, says: 'This browser did not begin to sign in, or another issuer answered: begin at /sign-in.' },
  'SIGN_IN.REFUSED': { ...SIGN_IN, says: 'The issuer did not sign the user in: sign in with another account.' },
  'SOURCE.FILE_LEFT_OUT': { says: 'The rules of the source leave the file out; the message says which one.' },
  'SOURCE.STALE': {
    says: 'A source of the collection could not be compared with its index, so what is found may be old; the reason stands beside it.',
  },
  'TOOL.FAILED': { says: 'The tool answered an error, which the message repeats.' },
  'ACCESS.DENIED': {
    says: 'The token lacks a scope or a grant, writes for another user, or changes what is another’s; the message says which. The owner’s token stands in server.json of the data folder.',
  },
  'COLLECTION.NOT_FOUND': {
    says: 'There is no such collection, or the token does not open it: GET /api/collections lists those that it opens.',
  },
  'COLLECTION.NO_VECTOR': {
    says: 'No vector of the collection can be told to be the one to search by; the message lists those there are: name one that is dense with --vector. A collection with sparse vectors alone is not adopted: bring its texts in with `tributary import` (docs/migrating.md).',
  },
  'CONFIG.INVALID': { says: 'A setting is wrong or unknown; the message names it and what to write.' },
  'DOCUMENT.ID_TAKEN': {
    says: 'The document that has the id is not yours to replace, or not with these readers; the message says what to do, such as choosing another id.',
  },
  'DATA.STORE_MISSING': { says: 'The store of the data folder is missing; the message says where it was set aside and how to go on.' },
  'POINT.INVALID': { says: 'A field or the vector of the point is wrong; the message names it.' },
  'ROUTE.NOT_FOUND': { says: 'There is nothing at this address, or not by this method: the API stands below /api, MCP at /mcp.' },
  'SERVER.ERROR': { says: 'Something answered without saying why, such as a proxy between: its log says more.' },
  'SOURCE.OUTSIDE_ROOTS': {
    says: 'Only folders and files that the owner allowed may be read; without his token the same is said of what is not there. The owner can index it with "tributary index PATH", or add it to sources.roots.',
  },
  'SOURCE.SETTINGS_INVALID': { says: 'A setting of the source is wrong; the message names it.' },
  'SOURCE.UNREADABLE': { says: 'The source, or a part of it, cannot be read; the message says what and why. Nothing was deleted.' },
};

/** Codes that are looked for and made by nothing: what an engine of another maker may throw. */
export const madeElsewhere: ReadonlySet<string> = new Set(['FILTER.UNSUPPORTED']);
