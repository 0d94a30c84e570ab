import type {
  ActivateProjectInput,
  CallContext,
  DeactivateProjectInput,
  ProjectActivation,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReindexAnswer,
  ReindexProjectInput,
} from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { addSource, untilIndexed } from './source-operations.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Indexes the folder as a source, under the same rules about what may be read, and begins the session’s work on it. */
export async function activateProject(
  collaborators: GatewayCollaborators,
  { project_root: location, session, index_only: isIndexOnly, ...given }: ActivateProjectInput,
  context: CallContext,
): Promise<ProjectActivation> {
  const { projects } = collaborators;
  const name = await projects.nameOf(location);
  const input = { ...given, location, name, wait_ms: 0 };
  const { source, job_id, token } = await addSource(collaborators, input, context);
  const project = isIndexOnly ? await projects.of(source.id) : await projects.begin(source.id, sessionOf(session, context));
  return { project, job_id, token };
}

export function deactivateProject(
  { projects }: GatewayCollaborators,
  { project_root: root, session }: DeactivateProjectInput,
  context: CallContext,
): Promise<ProjectSummary> {
  return projects.end(root, sessionOf(session, context));
}

/** Has files read again, and waits for it up to `wait_ms`. */
export async function reindexProject(
  collaborators: GatewayCollaborators,
  { wait_ms, ...input }: ReindexProjectInput,
  { signal }: CallContext,
): Promise<ReindexAnswer> {
  const { sourceId, jobId, count } = await collaborators.projects.reindex(input);
  const finished = await untilIndexed(collaborators, { sourceId, jobId, deadline: Deadline.in(wait_ms), signal });
  return { job_id: jobId, finished, ...(await count()) };
}

export function purgeProject({ projects }: GatewayCollaborators, input: PurgeProjectInput): Promise<PurgeAnswer> {
  return projects.purge(input);
}

/** Callers without a session of their own are one session each. */
function sessionOf(session: string | undefined, { principal }: CallContext): string {
  return session ?? `caller:${principal.subject}`;
}
