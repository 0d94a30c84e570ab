import type {
  ActivateProjectInput,
  DeactivateProjectInput,
  ProjectActivation,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReindexAnswer,
  ReindexProjectInput,
  RenewProjectInput,
} from '../projects/projects.js';
import type { CallContext } from './call-context.js';

/** What callers who think in projects ask for. A project is a folder whose files are in `<project>-code` and `<project>-docs`. */
export interface ProjectOperations {
  /** Indexes the folder, or brings its index up to date, and notes that the session works on it.
   *  @throws `PROJECT.ROOT_INVALID`, `SOURCE.NOT_FOUND`, `SOURCE.OUTSIDE_ROOTS` */
  activateProject(input: ActivateProjectInput, context: CallContext): Promise<ProjectActivation>;
  /** Says that the session still works on it: one that says nothing for a minute has ended. One that was taken for ended goes on.
   *  @throws `PROJECT.UNKNOWN` */
  renewProject(input: RenewProjectInput, context: CallContext): Promise<ProjectSummary>;
  /** Ends the work of this session alone; the index stays searchable. @throws `PROJECT.UNKNOWN` */
  deactivateProject(input: DeactivateProjectInput, context: CallContext): Promise<ProjectSummary>;
  /** Every project, active or not. */
  listProjects(context: CallContext): Promise<readonly ProjectSummary[]>;
  /** Reads files again whatever is known of them; purged ones come back. @throws `PROJECT.UNKNOWN`, `PROJECT.PATH_OUTSIDE` */
  reindexProject(input: ReindexProjectInput, context: CallContext): Promise<ReindexAnswer>;
  /** Removes files and folders from the index; each stays out until it changes or is reindexed. @throws `PROJECT.UNKNOWN`, `PROJECT.PATH_OUTSIDE` */
  purgeProject(input: PurgeProjectInput, context: CallContext): Promise<PurgeAnswer>;
}
