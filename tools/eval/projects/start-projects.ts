import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SearchAnswer, type SearchInput } from '@tributary/contracts';
import { startStandalone } from '../../bench/end-to-end/servers.js';

/** At most two passages of a document come, so that these hold ten documents wherever so many fit. */
const LIMIT = 30;

/** A server that has read the projects. */
export interface ProjectSearch {
  /** Documents as project and path, best first, each once. @param projects left out: all */
  ask(
    query: string,
    options: { readonly algorithm: SearchInput['algorithm']; readonly projects?: readonly string[] },
  ): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts the built server on an empty data folder and indexes projects as users do: the code and the documentation of each become a collection. */
export async function startProjects(folders: readonly string[], data: string): Promise<ProjectSearch> {
  const server = await startStandalone(data);
  try {
    const tributary = ['dist/programs/cli.js', '--data', data];
    await promisify(execFile)(process.execPath, [...tributary, 'index', ...folders], { maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const token = await tokenOf(data);
  return {
    ask: async (query, { algorithm, projects }) => {
      const collections = projects?.flatMap((name) => [`${name}-code`, `${name}-docs`]);
      const input: SearchInput = { query, algorithm, limit: LIMIT, deadline_ms: 30_000, ...(collections ? { collections } : {}) };
      const answer = await fetch(`${server.url}/api/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      });
      if (!answer.ok) throw new Error(`The server answered ${answer.status.toString()}: ${await answer.text()}`);
      const { hits, coverage } = SearchAnswer.parse(await answer.json());
      const late = coverage.find(({ status }) => status !== 'searched');
      if (late) throw new Error(`${late.collection} was not searched: ${late.status}.`);
      return [...new Set(hits.map(({ uri }) => documentOf(uri)))];
    },
    stop: () => server.stop(),
  };
}

/** `tributary://django-docs/django/docs/intro/index.txt#3` is of `django/docs/intro/index.txt`. */
function documentOf(uri: string): string {
  const { pathname } = new URL(uri);
  return decodeURIComponent(pathname.slice(1));
}

async function tokenOf(data: string): Promise<string> {
  // Safe: the server wrote it, with its token.
  const { token } = JSON.parse(await readFile(join(data, 'server.json'), 'utf8')) as { readonly token: string };
  return token;
}
