import type { EcosystemSettings } from './ecosystem/ecosystem-settings.js';
import type { NextcloudSettings } from './nextcloud/nextcloud-settings.js';
import type { NotesSettings } from './notes/notes-settings.js';
import type { ProjectsSettings } from './projects/projects-settings.js';
import type { QdrantSettings } from './qdrant/qdrant-settings.js';

/** What the dialects are set up with: section `dialects` of the configuration, a key a dialect. */
export interface DialectSettings {
  readonly ecosystem?: EcosystemSettings;
  readonly nextcloud?: NextcloudSettings;
  readonly notes?: NotesSettings;
  readonly projects?: ProjectsSettings;
  readonly qdrant?: QdrantSettings;
}
