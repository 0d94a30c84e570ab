import { CollectionName } from '@tributary/contracts';
import { encodeDocumentKey, formatDocumentUri, permanent } from '@tributary/kernel';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, resolve, sep } from 'node:path';
import { z } from 'zod';
import { SYNCS } from '../../tools/sync-annotations.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { ProjectRootArgument, findProject } from '../projects/find-project.js';
import type { ProjectSession } from '../projects/project-session.js';
import { reindex } from '../projects/upkeep.tools.js';
import { structuredResult } from '../structured-result.js';

const WAIT_MS = 45_000;

const Output = z.object({
  status: z.enum(['success', 'indexing']),
  chunks: z.number().int(),
  collection: z.string(),
  path: z.string(),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

interface Place {
  readonly location: string;
  readonly collection: string;
  /** Set where the file lies in the project and goes where its documents go anyway. */
  readonly project_root?: string;
}

export function ingestDocumentTool(session: ProjectSession): Tool {
  return defineDialectTool({
    name: 'ingest_document',
    title: 'Index a document',
    description:
      'Make one text, Markdown, code, PDF, office, e-book, notebook, mail or web page file of this machine searchable, also one that lies outside the project. It goes to the documents of the project unless a collection is named. A folder is a project of its own: activate it.',
    annotations: SYNCS,
    input: z.strictObject({
      path: z.string().min(1).max(4096).describe('The file: absolute, or relative to the project’s root.'),
      collection: CollectionName.optional().describe('Left out: <project>-docs.'),
      project_root: ProjectRootArgument,
    }),
    output: Output,
    run: async ({ path, collection, project_root: named }, call): Promise<Output> => {
      const place = await placeOf({ path, collection, named, session }, call);
      return (await ingestWithProject(place, call)) ?? ingestAlone(place, call);
    },
    toResult: structuredResult,
  });
}

async function placeOf(
  wish: {
    readonly path: string;
    readonly collection: string | undefined;
    readonly named: string | undefined;
    readonly session: ProjectSession;
  },
  call: ToolCall,
): Promise<Place> {
  const { path, collection, named, session } = wish;
  if (collection !== undefined && isAbsolute(path)) return { location: path, collection };
  const { project_root, collections } = await findProject({ session, named }, call);
  const location = resolve(project_root, path);
  if (collection !== undefined) return { location, collection };
  return { location, collection: collections.docs, ...(isWithin(location, project_root) ? { project_root } : {}) };
}

function isWithin(location: string, root: string): boolean {
  return location === root || location.startsWith(root + sep);
}

/** A file of the project is indexed with it; undefined where it is not, such as one that is ignored. @throws `SOURCE.NOT_A_FILE` for a folder */
async function ingestWithProject({ location, collection, project_root }: Place, call: ToolCall): Promise<Output | undefined> {
  if (project_root === undefined) return undefined;
  if (await isFolder(location))
    throw permanent('SOURCE.NOT_A_FILE', `${location} is a folder of the project, which is indexed with it: reindex reads it again.`);
  const { files, indexed, status } = await reindex({ project_root, paths: [location] }, call);
  if (files === 0 && status === 'indexed') return undefined;
  return answer({ chunks: indexed, finished: status === 'indexed', collection, path: location });
}

/** False, too, where this process cannot tell. */
async function isFolder(location: string): Promise<boolean> {
  return stat(location).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function ingestAlone({ location, collection }: Place, { operations, context }: ToolCall): Promise<Output> {
  const input = { location, kind: 'file', collection, wait_ms: WAIT_MS } as const;
  const { source, finished, notes = [] } = await operations.addSource(input, context);
  // Of a link, what it leads to is indexed.
  const name = basename(source.location);
  if (finished && source.documents === 0) {
    const [why = 'nothing in it is text'] = [source.reason, ...Object.keys(source.skipped)].filter((reason) => reason !== undefined);
    throw permanent('DOCUMENT.NOT_INDEXED', `${location} was not indexed: ${why}.`);
  }
  const uri = formatDocumentUri({ collection, key: encodeDocumentKey(`${source.name}/${name}`) });
  const chunks = finished ? (await operations.fetch({ uri, token_budget: 50 }, context)).chunks : 0;
  return answer({ chunks, finished, collection, path: location, notes });
}

interface Ingested {
  readonly chunks: number;
  readonly finished: boolean;
  readonly collection: string;
  readonly path: string;
  readonly notes?: readonly string[];
}

function answer({ finished, notes = [], ...rest }: Ingested): Output {
  const message = [...(finished ? [] : ['It goes on in the background; status shows how far it is.']), ...notes].join(' ');
  return { status: finished ? 'success' : 'indexing', ...rest, ...(message === '' ? {} : { message }) };
}
