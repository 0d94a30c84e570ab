import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import type { Operations } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { createDialects } from '../create-dialects.js';
import { ProjectSession } from './project-session.js';

export interface ProjectFolder {
  /** Root of the project. */
  readonly root: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** A project with these files in a temporary folder. */
export async function projectFolder(files: Readonly<Record<string, string>>, name = 'shop'): Promise<ProjectFolder> {
  const folder = await temporaryFolder();
  const root = join(folder.path, name);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return { root, write, remove: () => folder.remove() };
}

interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

export interface ProjectClient {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Answer>;
}

/** A client of these dialects; with a session as over stdio, without one as over HTTP. */
export async function connectDialects(operations: Operations, dialects: string, session?: string): Promise<ProjectClient> {
  const chosen = createDialects({}, { projects: new ProjectSession(session) }).choose(dialects);
  const client = await connectInProcess(operations, { dialects: chosen });
  return {
    client,
    call: async (name, args = {}) => {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { isError, text: first?.type === 'text' ? first.text : '', structured: structuredContent };
    },
  };
}

/** Answers to a script, with the folder under a name that stays. */
export async function converse(
  client: ProjectClient,
  script: readonly (readonly [string, Record<string, unknown>])[],
  root: string,
): Promise<string> {
  const answers = [];
  for (const [tool, args] of script) answers.push({ tool, args, answer: await client.call(tool, args) });
  return `${JSON.stringify(answers, undefined, 2).replaceAll(root, '/projects/shop')}\n`;
}
