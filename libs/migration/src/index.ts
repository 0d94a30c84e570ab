export type { MigrationCollaborators, MigrationPoint } from './collaborators.js';
export { RunMigration } from './run/run-migration.use-case.js';
export { sweepMigrations } from './run/sweep-migrations.js';
export { StartMigration } from './start/start-migration.use-case.js';
