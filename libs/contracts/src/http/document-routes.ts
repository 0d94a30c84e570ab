import { z } from 'zod';
import {
  DeleteAnswer,
  DeleteInput,
  DocumentInput,
  DocumentOutcome,
  FetchAnswer,
  FileQuery,
  LinesQuery,
  LinesSummary,
  StoreAnswer,
  StoreInput,
} from '../documents/documents.js';
import type { Routes } from './route.js';

const ByUri = z.object({ uri: z.string().describe('Address of the document: tributary://<collection>/<document>.') });

/** Handing in, reading and removing documents. */
export const documentRoutes = {
  ingestDocuments: {
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
  readDocument: {
    method: 'get',
    path: '/api/documents',
    summary: 'Read a document',
    scope: 'search:read',
    query: ByUri,
    answer: FetchAnswer,
  },
  deleteDocument: {
    method: 'delete',
    path: '/api/documents',
    summary: 'Delete a document',
    scope: 'documents:write',
    query: ByUri,
    answer: DeleteAnswer,
  },
  store: {
    method: 'post',
    path: '/api/store',
    summary: 'Remember a text',
    scope: 'documents:write',
    body: StoreInput,
    answer: StoreAnswer,
  },
  delete: {
    method: 'post',
    path: '/api/delete',
    summary: 'Delete documents by ids or by a filter, or count them',
    scope: 'documents:write',
    body: DeleteInput,
    answer: DeleteAnswer,
  },
} as const satisfies Routes;
