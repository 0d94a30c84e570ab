import type { Collaborators } from '@tributary/ingestion';
import { RunMigration, sweepMigrations, type MigrationCollaborators } from '@tributary/migration';

/** What carries moves of collections out, and keeps them going. */
export function composeMigration(basis: MigrationCollaborators): { readonly migrations: NonNullable<Collaborators['migrations']> } {
  const migration = new RunMigration(basis);
  return {
    migrations: {
      run: (collection, control) => migration.run(collection, control),
      sweep: () => sweepMigrations(basis),
    },
  };
}
