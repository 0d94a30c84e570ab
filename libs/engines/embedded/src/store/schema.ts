/** The newest format this program reads; kept in `user_version` of the file. It grows when a store can no longer be read by the program before.
 *  1: the rows of `words` are numbered without gaps. 2: words were forgotten, so there are gaps; a file becomes one of it with the first word that goes. */
export const FORMAT = 2;
const FIRST_FORMAT = 1;

/** "Trib": marks the file as ours (`application_id`). */
export const APPLICATION_ID = 0x54726962;

/* Numbers of points (slots), documents and words are counted per collection from 0 and never reused; a row id is
   collection × 2^32 + number (row-ids.ts), so that everything of a collection is one range of row ids. The points of a
   document are the slots first_slot … first_slot + points − 1. */
export const SCHEMA = `
CREATE TABLE collections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  card TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  documents INTEGER NOT NULL DEFAULT 0,
  points INTEGER NOT NULL DEFAULT 0,
  next_slot INTEGER NOT NULL DEFAULT 0,
  next_document INTEGER NOT NULL DEFAULT 0,
  next_word INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Removed collections whose rows are still being deleted.
CREATE TABLE removed_collections (id INTEGER PRIMARY KEY) STRICT;

-- One row per document ever written or deleted: the version fence. deleted_at (ms) marks a tombstone.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  doc_id TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  first_slot INTEGER NOT NULL,
  points INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX documents_by_doc_id ON documents (collection, doc_id);
CREATE INDEX tombstones ON documents (collection, deleted_at) WHERE deleted_at IS NOT NULL;

-- payload is JSON without content.
CREATE TABLE points (
  slot INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  id BLOB NOT NULL,
  payload TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX points_by_id ON points (collection, id);

-- All that searching needs of a point in memory: lane-row.ts.
CREATE TABLE lanes (slot INTEGER PRIMARY KEY, lane BLOB NOT NULL) STRICT;

-- f32. common is null where it is the same as own.
CREATE TABLE vectors (slot INTEGER PRIMARY KEY, own BLOB, common BLOB) STRICT;

-- The vocabulary; how many points contain a word is counted in memory.
CREATE TABLE words (id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, word TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX words_by_text ON words (collection, word);

-- One row per document write or delete: what a projection in memory applies. removed: the words of the points that went.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  collection INTEGER NOT NULL,
  document INTEGER NOT NULL,
  removed BLOB
) STRICT;

CREATE TABLE records (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  value TEXT NOT NULL,
  collection TEXT,
  source TEXT,
  state TEXT
) STRICT;
CREATE UNIQUE INDEX records_by_key ON records (kind, key);
CREATE INDEX records_by_collection ON records (kind, collection, key, source, state) WHERE collection IS NOT NULL;
CREATE INDEX records_by_source ON records (kind, source, key, state) WHERE source IS NOT NULL;
CREATE INDEX records_by_state ON records (kind, state, key) WHERE state IS NOT NULL;

-- Counts writes of records, so that a record made anew never meets an old revision.
CREATE TABLE record_revision (only INTEGER PRIMARY KEY CHECK (only = 1), revision INTEGER NOT NULL) STRICT;
INSERT INTO record_revision VALUES (1, 0);

PRAGMA application_id = ${APPLICATION_ID.toString()};
PRAGMA user_version = ${FIRST_FORMAT.toString()};
`;

/* What a collection remembers of the forgetting of words; added when words are counted for the first time. A program of the first format reads a file
   with these columns. forgotten_words: rows of `words` ever deleted, so that next_word less these are there. Null where words were never counted:
   counted_removals (next_slot less points, the points ever removed, when they were counted last) and counted_at (ms). */
export const WORD_COLUMNS = `
ALTER TABLE collections ADD COLUMN forgotten_words INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collections ADD COLUMN counted_removals INTEGER;
ALTER TABLE collections ADD COLUMN counted_at INTEGER;
`;
