import { DoctorAnswer, DoctorInput } from '../doctor/doctor.js';
import { FetchAnswer, FetchInput } from '../documents/documents.js';
import { SearchAnswer } from '../search/answer.js';
import { SearchRequest } from '../search/request.js';
import { WhyNotAnswer, WhyNotRequest } from '../search/why-not.js';
import { StatusAnswer } from '../status/status.js';
import type { Routes } from './route.js';

/** Asking: search, why-not, fetch, status, doctor. */
export const questionRoutes = {
  search: { method: 'post', path: '/api/search', summary: 'Search', scope: 'search:read', body: SearchRequest, answer: SearchAnswer },
  whyNot: {
    method: 'post',
    path: '/api/why-not',
    summary: 'Say where a document was lost on its way into an answer',
    scope: 'search:read',
    body: WhyNotRequest,
    answer: WhyNotAnswer,
  },
  fetch: {
    method: 'post',
    path: '/api/fetch',
    summary: 'Read a document or a passage',
    scope: 'search:read',
    body: FetchInput,
    answer: FetchAnswer,
  },
  status: {
    method: 'get',
    path: '/api/status',
    summary: 'Health, queues, sources and collections',
    scope: 'search:read',
    answer: StatusAnswer,
  },
  doctor: {
    method: 'post',
    path: '/api/doctor',
    summary: 'Check the installation, compare catalog, engines and disk, and mend what differs',
    scope: 'admin',
    body: DoctorInput,
    answer: DoctorAnswer,
  },
} as const satisfies Routes;
