import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { toErrorRecord } from '@tributary/kernel';
import type { CallContext, Operations } from '@tributary/contracts';
import { ProjectSession } from '@tributary/mcp';

/** Dialects whose sessions work on a project. */
const WITH_PROJECTS: ReadonlySet<string> = new Set(['project-code', 'memexd-control']);
const END_LIMIT_MS = 5_000;
/** A lease lives a minute: two renewals may fail. */
const RENEW_EVERY_MS = 20_000;

interface ProjectStart {
  readonly operations: Operations;
  readonly call: CallContext;
  readonly session: ProjectSession;
  /** The project to begin with. */
  readonly root: string | undefined;
  readonly remark: (line: string) => void;
}

export function servesProjects(dialects: readonly string[]): boolean {
  return dialects.some((name) => WITH_PROJECTS.has(name));
}

export function newProjectSession(): ProjectSession {
  return new ProjectSession(`stdio:${randomUUID()}`);
}

/** The folder that `PROJECT_ROOT` means: set but empty, or with a variable that no shell has filled in, the one the session was started in. */
export function projectRootOf(setting: string | undefined, variable: string | undefined, workingDirectory: string): string | undefined {
  const written = setting ?? (variable === undefined ? undefined : '');
  if (written === undefined) return undefined;
  return written === '' || written.includes('$') || /^%\w+%$/.test(written) ? workingDirectory : resolve(workingDirectory, written);
}

/** Activates the project the session begins with. One that cannot be activated is said and leaves the session without. */
export async function beginWithProject({ operations, call, session, root, remark }: ProjectStart): Promise<void> {
  if (root === undefined) return;
  try {
    const input = {
      project_root: root,
      trusted_path: true,
      index_only: false,
      ...(session.id === undefined ? {} : { session: session.id }),
    };
    const { project } = await operations.activateProject(input, call);
    session.begin(project.project_root);
    remark(`Project ${project.project_root} is active.`);
  } catch (error) {
    remark(`The project ${root} was not activated: ${toErrorRecord(error).message}`);
  }
}

/** Goes on to say that this session works on its projects, so that they are not taken for left. @returns what ends it */
export function keepProjects({ operations, call, session }: Pick<ProjectStart, 'operations' | 'call' | 'session'>): () => void {
  const { id } = session;
  if (id === undefined) return () => undefined;
  const timer = setInterval(() => {
    // A server that is away for a moment gets the next one; a project that was removed has nothing to be renewed.
    for (const project_root of session.activated) void operations.renewProject({ project_root, session: id }, call).catch(() => undefined);
  }, RENEW_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Ends this session another session's goes on. */
export async function endProjects({ operations, call, session }: Pick<ProjectStart, 'operations' | 'call' | 'session'>): Promise<void> {
  const { id } = session;
  if (id === undefined) return;
  // The session's own signal may have ended it.
  const context: CallContext = { ...call, signal: AbortSignal.timeout(END_LIMIT_MS) };
  for (const project_root of session.activated) {
    await operations.deactivateProject({ project_root, session: id }, context).catch(() => undefined);
  }
}
