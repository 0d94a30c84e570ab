import {
  mayReadCollection,
  type ActivateProjectInput,
  type CallContext,
  type DeactivateProjectInput,
  type ProjectActivation,
  type ProjectSummary,
  type Principal,
  type PurgeAnswer,
  type PurgeProjectInput,
  type ReindexAnswer,
  type ReindexProjectInput,
  type RenewProjectInput,
} from '@tributary/contracts';
import { Deadline, permanent } from '@tributary/kernel';
import { isGrantedAll, writerOf } from '../access/rights.js';
import { addAllowed, addSource, requireAllowed, untilIndexed } from './source-operations.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Indexes the folder as a source, under the same rules about what may be read, and begins the session’s work on it. */
export async function activateProject(
  collaborators: GatewayCollaborators,
  { project_root: location, session, index_only: isIndexOnly, ...given }: ActivateProjectInput,
  context: CallContext,
): Promise<ProjectActivation> {
  const { projects } = collaborators;
  // What stands at a place is told only of one that the caller may have read.
  const { unrestricted: isOwner } = context.principal;
  if (!isOwner) await requireAllowed(collaborators, { ...given, location, wait_ms: 0 }, context.principal);
  const name = await projects.nameOf(location);
  const input = { ...given, location, name, wait_ms: 0, isProject: true };
  const { source, job_id, token } = await (isOwner ? addSource : addAllowed)(collaborators, input, context);
  const project = isIndexOnly
    ? await projects.of(source.id)
    : await projects.begin(source.id, sessionOf(session, context), session !== undefined);
  return { project, job_id, token };
}

export async function renewProject(
  { projects }: GatewayCollaborators,
  { project_root: root, session }: RenewProjectInput,
  { principal }: CallContext,
): Promise<ProjectSummary> {
  await requireVisible(projects, root, principal);
  return projects.renew(root, session);
}

export async function deactivateProject(
  { projects }: GatewayCollaborators,
  { project_root: root, session }: DeactivateProjectInput,
  context: CallContext,
): Promise<ProjectSummary> {
  await requireVisible(projects, root, context.principal);
  return projects.end(root, sessionOf(session, context));
}

/** Has files read again, and waits for it up to `wait_ms`. */
export async function reindexProject(
  collaborators: GatewayCollaborators,
  { wait_ms, ...input }: ReindexProjectInput,
  { principal, signal }: CallContext,
): Promise<ReindexAnswer> {
  await requireVisible(collaborators.projects, input.project_root, principal);
  const { sourceId, jobId, count } = await collaborators.projects.reindex(input, { writer: writerOf(principal) });
  const finished = await untilIndexed(collaborators, { sourceId, jobId, deadline: Deadline.in(wait_ms), signal });
  return { job_id: jobId, finished, ...(await count()) };
}

export async function purgeProject(
  { projects }: GatewayCollaborators,
  input: PurgeProjectInput,
  { principal }: CallContext,
): Promise<PurgeAnswer> {
  await requireVisible(projects, input.project_root, principal);
  return projects.purge(input, { writer: writerOf(principal) });
}

/** The projects all of whose files the caller may read. */
export async function listProjects({ projects }: GatewayCollaborators, { principal }: CallContext): Promise<readonly ProjectSummary[]> {
  return (await projects.list()).filter((project) => isVisible(principal, project));
}

/** What the caller may not see does not exist. @throws `PROJECT.UNKNOWN` */
async function requireVisible(projects: GatewayCollaborators['projects'], root: string, principal: Principal): Promise<void> {
  if (isGrantedAll(principal)) return;
  const visible = (await projects.list()).filter((project) => isVisible(principal, project));
  if (visible.some(({ project_root: known }) => known === root)) return;
  throw permanent('PROJECT.UNKNOWN', `${root} is no project: activate it first.`, { category: 'not_found' });
}

function isVisible(principal: Principal, { collections: { code, docs } }: ProjectSummary): boolean {
  return isGrantedAll(principal) || (mayReadCollection(principal, code) && mayReadCollection(principal, docs));
}

/** Callers without a session of their own are one session each. */
function sessionOf(session: string | undefined, { principal }: CallContext): string {
  return session ?? `caller:${principal.subject}`;
}
