import {
  AdoptAnswer,
  AdoptInput,
  AssistantCalls,
  CollectionDescription,
  CollectionSummary,
  DeleteAnswer,
  DeleteInput,
  DoctorAnswer,
  DoctorInput,
  DocumentInput,
  DocumentOutcome,
  FetchAnswer,
  FetchInput,
  FileQuery,
  IngestAnswer,
  JobQuery,
  JobSummary,
  LinesQuery,
  LinesSummary,
  MigrateInput,
  MigrationSummary,
  ReembedInput,
  SearchAnswer,
  SearchRequest,
  SessionAnswer,
  SessionInput,
  SignInQuery,
  SignInReturn,
  SignOutAnswer,
  SourceInput,
  SourceSummary,
  StatusAnswer,
  StoreAnswer,
  StoreInput,
  WhyNotAnswer,
  WhyNotRequest,
} from '@tributary/contracts';
import { z } from 'zod';
import { pointRoutes } from './point-routes.js';
import { projectRoutes } from './project-routes.js';
import type { Route } from './route.js';

const Nothing = z.object({});
const JobReference = z.object({ job_id: z.string() });
const Confirm = z.object({ confirm: z.string().describe('The name of the collection once more.') });
const ByUri = z.object({ uri: z.string().describe('Address of the document: tributary://<collection>/<document>.') });

const sessions: readonly Route[] = [
  {
    method: 'get',
    path: '/api/assistant-calls',
    summary: 'The last calls of assistants, where they are kept',
    scope: 'admin',
    answer: AssistantCalls,
  },
  { method: 'get', path: '/api/session', summary: 'Say who calls', answer: SessionAnswer },
  { method: 'post', path: '/api/session', summary: 'Sign a browser in', body: SessionInput, answer: SessionAnswer },
  { method: 'delete', path: '/api/session', summary: 'Sign a browser out', answer: SignOutAnswer },
  {
    method: 'get',
    path: '/api/session/sign-in',
    summary: 'Send a browser to the issuer',
    query: SignInQuery,
    status: 303,
    answer: Nothing,
  },
  {
    method: 'get',
    path: '/api/session/callback',
    summary: 'Take a browser back from the issuer',
    query: SignInReturn,
    status: 303,
    answer: Nothing,
  },
];

const questions: readonly Route[] = [
  { method: 'post', path: '/api/search', summary: 'Search', scope: 'search:read', body: SearchRequest, answer: SearchAnswer },
  {
    method: 'post',
    path: '/api/why-not',
    summary: 'Say where a document was lost on its way into an answer',
    scope: 'search:read',
    body: WhyNotRequest,
    answer: WhyNotAnswer,
  },
  {
    method: 'post',
    path: '/api/fetch',
    summary: 'Read a document or a passage',
    scope: 'search:read',
    body: FetchInput,
    answer: FetchAnswer,
  },
  { method: 'get', path: '/api/status', summary: 'Health, queues, sources and collections', scope: 'search:read', answer: StatusAnswer },
  {
    method: 'post',
    path: '/api/doctor',
    summary: 'Check the installation, compare catalog, engines and disk, and mend what differs',
    scope: 'admin',
    body: DoctorInput,
    answer: DoctorAnswer,
  },
];

const documents: readonly Route[] = [
  {
    method: 'post',
    path: '/api/documents',
    summary:
      'Hand in documents: one, a list, lines of any number, or a file (then with collection, and name or id); each has its outcome, in order',
    scope: 'documents:write',
    query: LinesQuery.extend(FileQuery.partial().shape),
    takesFiles: true,
    body: z.union([DocumentInput, z.strictObject({ documents: z.array(DocumentInput).max(10_000) })]),
    line: DocumentInput,
    status: 202,
    answer: z.object({ documents: z.array(DocumentOutcome), token: z.string().optional().describe('For search as `after`.') }),
    answerLine: z.union([DocumentOutcome, LinesSummary]),
    once: true,
  },
  { method: 'get', path: '/api/documents', summary: 'Read a document', scope: 'search:read', query: ByUri, answer: FetchAnswer },
  { method: 'delete', path: '/api/documents', summary: 'Delete a document', scope: 'documents:write', query: ByUri, answer: DeleteAnswer },
  { method: 'post', path: '/api/store', summary: 'Remember a text', scope: 'documents:write', body: StoreInput, answer: StoreAnswer },
  {
    method: 'post',
    path: '/api/delete',
    summary: 'Delete documents by ids or by a filter, or count them',
    scope: 'documents:write',
    body: DeleteInput,
    answer: DeleteAnswer,
  },
];

const collections: readonly Route[] = [
  {
    method: 'get',
    path: '/api/collections',
    summary: 'List the collections',
    scope: 'search:read',
    answer: z.object({ collections: z.array(CollectionSummary) }),
  },
  { method: 'get', path: '/api/collections/{name}', summary: 'Look at a collection', scope: 'search:read', answer: CollectionSummary },
  {
    method: 'delete',
    path: '/api/collections/{name}',
    summary: 'Remove a collection with everything in it',
    scope: 'admin',
    query: Confirm,
    answer: Nothing,
  },
  {
    method: 'post',
    path: '/api/collections/{name}/adopt',
    summary: 'Bind a collection that another program made',
    scope: 'admin',
    body: AdoptInput.omit({ collection: true }),
    answer: AdoptAnswer,
  },
  {
    method: 'post',
    path: '/api/collections/{name}/describe',
    summary: 'Say what a collection holds',
    scope: 'documents:write',
    body: CollectionDescription,
    answer: CollectionSummary,
  },
  {
    method: 'post',
    path: '/api/collections/{name}/migrate',
    summary: 'Move a collection to another engine, or copy it under another name',
    scope: 'admin',
    body: z.object(MigrateInput.shape).omit({ from: true }),
    status: 202,
    answer: MigrationSummary,
  },
  {
    method: 'post',
    path: '/api/collections/{name}/reembed',
    summary: 'Make the vectors of a collection anew',
    scope: 'admin',
    body: z.object(ReembedInput.shape).omit({ collection: true }),
    status: 202,
    answer: MigrationSummary,
  },
  { method: 'get', path: '/api/collections/{name}/migrate', summary: 'How far a move is', scope: 'admin', answer: MigrationSummary },
];

const sources: readonly Route[] = [
  {
    method: 'post',
    path: '/api/sources',
    summary: 'Register a folder or file and index it',
    scope: 'documents:write',
    body: SourceInput,
    status: 202,
    answer: IngestAnswer,
    once: true,
  },
  {
    method: 'get',
    path: '/api/sources',
    summary: 'List the sources',
    scope: 'search:read',
    answer: z.object({ sources: z.array(SourceSummary) }),
  },
  {
    method: 'post',
    path: '/api/sources/{id}/sync',
    summary: 'Compare a source with the index again',
    scope: 'documents:write',
    body: z.strictObject({ confirmed: z.boolean().default(false).describe('Go on with a plan that deletes much; needs the scope admin.') }),
    status: 202,
    answer: JobReference,
  },
  {
    method: 'post',
    path: '/api/sources/{id}/pause',
    summary: 'Stop the syncs and the watch of a source',
    scope: 'documents:write',
    answer: SourceSummary,
  },
  {
    method: 'post',
    path: '/api/sources/{id}/resume',
    summary: 'Let a paused source go on, and bring in what changed meanwhile',
    scope: 'documents:write',
    answer: SourceSummary,
  },
  {
    method: 'delete',
    path: '/api/sources/{id}',
    summary: 'Remove a source, and its documents unless they are kept',
    scope: 'admin',
    query: z.object({
      keep: z.literal('documents').optional().describe('`documents`: they stay in the index; left out: they are removed with the source.'),
    }),
    answer: Nothing,
  },
];

const jobs: readonly Route[] = [
  {
    method: 'get',
    path: '/api/jobs',
    summary: 'List the jobs, the newest first',
    scope: 'search:read',
    query: JobQuery,
    answer: z.object({ jobs: z.array(JobSummary) }),
    streams: true,
  },
  { method: 'get', path: '/api/jobs/{id}', summary: 'Look at a job', scope: 'search:read', answer: JobSummary, streams: true },
  {
    method: 'get',
    path: '/api/jobs/{id}/events',
    summary: 'Follow a job to its end',
    scope: 'search:read',
    answer: JobSummary,
    streams: true,
  },
  { method: 'post', path: '/api/jobs/{id}/redrive', summary: 'Try a dead job again', scope: 'admin', status: 202, answer: Nothing },
  { method: 'post', path: '/api/jobs/{id}/cancel', summary: 'Cancel a job', scope: 'admin', status: 202, answer: Nothing },
];

/** Every route below `/api`. */
export const routes: readonly Route[] = [
  ...sessions,
  ...questions,
  ...documents,
  ...collections,
  ...pointRoutes,
  ...sources,
  ...projectRoutes,
  ...jobs,
  { method: 'get', path: '/api/openapi.json', summary: 'This description', answer: z.looseObject({ openapi: z.literal('3.1.0') }) },
];
