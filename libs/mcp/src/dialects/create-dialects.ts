import { createClaudeContextDialect } from './claude-context/claude-context-dialect.js';
import type { DialectSettings } from './dialect-settings.js';
import { DialectSet } from './dialect-set.js';
import { createEcosystemDialect } from './ecosystem/ecosystem-dialect.js';
import type { EnginePlaces } from './engines/engine-places.js';
import { createMemexdControlDialect } from './memexd-control/memexd-control-dialect.js';
import { createNextcloudDialect } from './nextcloud/nextcloud-dialect.js';
import { NEXTCLOUD_DEFAULTS } from './nextcloud/nextcloud-settings.js';
import type { DocumentVerifier } from '@tributary/sources-port';
import { createNotesDialect } from './notes/notes-dialect.js';
import { createProjectCodeDialect } from './project-code/project-code-dialect.js';
import { ProjectSession } from './projects/project-session.js';
import { createQdrantMultiDialect } from './qdrant-multi/qdrant-multi-dialect.js';
import { createQdrantDialect } from './qdrant/qdrant-dialect.js';

/** What dialects know of the process they are served by, beside their settings. */
export interface DialectSurroundings {
  /** Where the engines are, for what is said of one that is away. */
  readonly engines?: EnginePlaces;
  /** Asks Nextcloud whether a user may still read what was found. */
  readonly nextcloud?: DocumentVerifier | undefined;
  /** What the one connection works on; left out where calls come from many. */
  readonly projects?: ProjectSession;
}

const NO_ENGINES: EnginePlaces = { primary: '', engines: {} };

/** Every dialect there is, set up. */
export function createDialects(
  { ecosystem = { collections: {} }, nextcloud = NEXTCLOUD_DEFAULTS, notes, qdrant }: DialectSettings,
  surroundings: DialectSurroundings = {},
): DialectSet {
  const projects = surroundings.projects ?? new ProjectSession();
  return new DialectSet([
    createClaudeContextDialect(),
    createEcosystemDialect(ecosystem, surroundings.engines ?? NO_ENGINES),
    createMemexdControlDialect(projects),
    createNextcloudDialect(nextcloud, surroundings.nextcloud),
    createNotesDialect(notes),
    createProjectCodeDialect(projects),
    createQdrantDialect(qdrant),
    createQdrantMultiDialect(),
  ]);
}
