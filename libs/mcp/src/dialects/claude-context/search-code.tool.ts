import { SearchRequest, type Coverage, type Filter, type ProjectSummary, type SearchHit } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { layoutField } from '../../hits/layout-field.js';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { incompleteText, requireSearched } from '../search-completeness.js';
import { isIndexing, progressOf, requireCodebase, requirePath, textResult } from './codebase.js';

const MOST = 50;
/** Of a hundred passages each. */
const MOST_PAGES = 5;
const HAS_WORD = /[\p{L}\p{N}_]/u;

const Input = z.strictObject({
  path: z.string().min(1).max(4096).describe('ABSOLUTE path of the codebase, or of a folder in it.'),
  query: z.string().describe('What to look for, in plain words.'),
  limit: z.number().int().min(1).max(MOST).default(10).describe('Number of results.'),
  extensionFilter: z.array(z.string()).max(100).default([]).describe('Only files with these extensions, such as [".ts", ".py"].'),
});

interface Found {
  readonly project: ProjectSummary;
  readonly query: string;
  /** Relative to the codebase; '' for all of it. */
  readonly folder: string;
  readonly hits: readonly SearchHit[];
  /** Of every page that was read. */
  readonly coverage: readonly Coverage[];
  /** What speaks against the hits, and how the query was read: results have no score that could say it. */
  readonly notes: readonly string[];
  /** Further hits that did not fit. */
  readonly omitted: number;
}

export function searchCodeTool(): Tool {
  return defineDialectTool({
    name: 'search_code',
    title: 'Search a codebase',
    description: 'Search an indexed codebase by a question in plain words; works while it is still being indexed, and says so then.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: Input,
    run: async ({ path: given, query, limit, extensionFilter }, call): Promise<Found> => {
      const path = requirePath(given);
      const extensions = extensionFilter.map(requireExtension);
      const { codebase: project, folder } = await requireCodebase(path, call);
      return { project, query, folder, ...(await search({ project, query, limit, folder, extensions }, call)), omitted: 0 };
    },
    toResult: (found) => textResult(textOf(found)),
    reductions: [
      {
        count: ({ hits }: Found) => hits.length,
        least: 1,
        take: (found, n) => ({ ...found, hits: found.hits.slice(0, n), omitted: found.hits.length - n }),
      },
      { count: ({ hits }: Found) => hits[0]?.content.length ?? 0, least: 0, take: cutContent },
    ],
  });
}

interface Wish {
  readonly project: ProjectSummary;
  readonly query: string;
  readonly limit: number;
  /** Relative to the codebase; '' for all of it. */
  readonly folder: string;
  /** Small, with their dot; none for all. */
  readonly extensions: readonly string[];
}

/** A filter knows the words of paths, not their order: more hits are asked for than are wanted, and those whose paths have the same words elsewhere dropped.
 *  @throws why nothing could be searched */
async function search(
  { project, query, limit, folder, extensions }: Wish,
  { operations, context }: ToolCall,
): Promise<Pick<Found, 'hits' | 'coverage' | 'notes'>> {
  const known = new Set((await operations.listCollections(context)).map(({ name }) => name));
  const collections = [project.collections.code, project.collections.docs].filter((name) => known.has(name));
  const filter = pathFilter(folder, extensions);
  const request = { query, collections, limit: 100, per_document: MOST, collapse: false, ...(filter === undefined ? {} : { filter }) };
  // The query is checked before anything else is said.
  const parsed = parseArguments(SearchRequest, collections.length === 0 ? { ...request, collections: ['*'] } : request);
  if (collections.length === 0) return { hits: [], coverage: [], notes: [] };
  const found: SearchHit[] = [];
  const coverage: Coverage[] = [];
  let notes: readonly string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages === 0 || (cursor !== undefined && pages < MOST_PAGES && found.length < limit); pages++) {
    const page = await operations.search(cursor === undefined ? parsed : { ...parsed, cursor }, context);
    found.push(...page.hits.filter((hit) => isIn(hit, folder) && hasExtension(hit, extensions)));
    coverage.push(...page.coverage);
    if (pages === 0) ({ notes } = page);
    cursor = page.cursor;
  }
  requireSearched({ hits: found, coverage });
  // Why the filter admits nothing says nothing to who gave a folder or extensions.
  return { hits: found.slice(0, limit), coverage, notes: found.length === 0 && filter !== undefined ? [] : notes };
}

/** Admits every path in the folder with one of the extensions, and others of the same words. */
function pathFilter(folder: string, extensions: readonly string[]): Filter | undefined {
  const having = (text: string) => ({ key: 'path', match: { text } });
  // What has no word at all would be found nowhere.
  const must = [
    ...(HAS_WORD.test(folder) ? [having(folder)] : []),
    ...(extensions.length === 0 ? [] : [{ should: extensions.map(having) }]),
  ];
  return must.length === 0 ? undefined : { must };
}

function requireExtension(extension: string): string {
  if (/^\.[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(extension.trim())) return extension.trim().toLowerCase();
  throw permanent(
    'REQUEST.INVALID',
    `Invalid file extensions in extensionFilter: '${extension.slice(0, 60)}'. Write them with a dot, such as [".ts", ".py"].`,
  );
}

function hasExtension({ path = '' }: SearchHit, extensions: readonly string[]): boolean {
  return extensions.length === 0 || extensions.some((extension) => path.toLowerCase().endsWith(extension));
}

function isIn({ path = '' }: SearchHit, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`) || path === folder;
}

function textOf({ project, query, folder, hits, coverage, notes, omitted }: Found): string {
  const { project_root: root } = project;
  const indexing = isIndexing(project) ? [`Indexing is still in progress (${progressOf(project)} %): results may be incomplete.`] : [];
  const remarks = [...indexing, incompleteText(coverage) ?? [], notes].flat();
  const part = folder === '' ? '' : `'${folder}' of `;
  if (hits.length === 0) return [`No results found for query: "${query}" in ${part}codebase '${root}'`, ...remarks].join('\n\n');
  const head = `Found ${hits.length.toString()} results for query: "${query}" in codebase '${root}'`;
  const rest =
    omitted === 0
      ? []
      : [`${omitted.toString()} more results are left out to keep the answer short: search again with limit ${hits.length.toString()}.`];
  return [[head, ...remarks].join('\n'), ...hits.map((hit, at) => entry(hit, { rank: at + 1, name: project.name })), ...rest].join('\n\n');
}

function entry(hit: SearchHit, { rank, name }: { readonly rank: number; readonly name: string }): string {
  const { path = '', title, range, content } = hit;
  const lang = layoutField(hit, 'lang');
  const language = typeof lang === 'string' ? lang : 'text';
  const lines = range === undefined ? '' : `:${range.start[0].toString()}-${range.end[0].toString()}`;
  const fence = fenceFor(content);
  return [
    `${rank.toString()}. Code snippet (${language}) [${name}]`,
    `   Location: ${path === '' ? title : path}${lines}`,
    `   Rank: ${rank.toString()}`,
    `   Context:`,
    `${fence}${language}`,
    content,
    fence,
  ].join('\n');
}

/** Longer than any run of backticks in the text, so that none of it ends the block. */
function fenceFor(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

function cutContent(found: Found, n: number): Found {
  return { ...found, hits: found.hits.map((hit) => ({ ...hit, content: `${hit.content.slice(0, n)}…` })) };
}
