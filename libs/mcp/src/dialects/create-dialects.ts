import type { DialectSettings } from './dialect-settings.js';
import { DialectSet } from './dialect-set.js';
import { createEcosystemDialect } from './ecosystem/ecosystem-dialect.js';
import type { EnginePlaces } from './engines/engine-places.js';
import { createNextcloudDialect } from './nextcloud/nextcloud-dialect.js';
import { NEXTCLOUD_DEFAULTS } from './nextcloud/nextcloud-settings.js';
import type { DocumentVerifier } from './nextcloud/verification.js';
import { createNotesDialect } from './notes/notes-dialect.js';
import { createQdrantDialect } from './qdrant/qdrant-dialect.js';

/** What dialects know of the process they are served by, beside their settings. */
export interface DialectSurroundings {
  /** Where the engines are, for what is said of one that is away. */
  readonly engines?: EnginePlaces;
  /** Asks Nextcloud whether a user may still read what was found. */
  readonly nextcloud?: DocumentVerifier | undefined;
}

const NO_ENGINES: EnginePlaces = { primary: '', engines: {} };

/** Every dialect there is, set up. */
export function createDialects(
  { ecosystem = { collections: {} }, nextcloud = NEXTCLOUD_DEFAULTS, notes, qdrant }: DialectSettings,
  surroundings: DialectSurroundings = {},
): DialectSet {
  return new DialectSet([
    createEcosystemDialect(ecosystem, surroundings.engines ?? NO_ENGINES),
    createNextcloudDialect(nextcloud, surroundings.nextcloud),
    createNotesDialect(notes),
    createQdrantDialect(qdrant),
  ]);
}
