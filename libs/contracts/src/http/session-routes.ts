import { AssistantCalls } from '../assistants/assistant-call.js';
import { SessionAnswer, SessionInput, SignInQuery, SignInReturn, SignOutAnswer } from '../session/session.js';
import { Nothing } from './route-shapes.js';
import type { Routes } from './route.js';

/** Who calls, what assistants asked, and signing a browser in and out. */
export const sessionRoutes = {
  assistantCalls: {
    method: 'get',
    path: '/api/assistant-calls',
    summary: 'The last calls of assistants, where they are kept',
    scope: 'admin',
    answer: AssistantCalls,
  },
  session: { method: 'get', path: '/api/session', summary: 'Say who calls', answer: SessionAnswer },
  signIn: { method: 'post', path: '/api/session', summary: 'Sign a browser in', body: SessionInput, answer: SessionAnswer },
  signOut: { method: 'delete', path: '/api/session', summary: 'Sign a browser out', answer: SignOutAnswer },
  beginSignIn: {
    method: 'get',
    path: '/api/session/sign-in',
    summary: 'Send a browser to the issuer',
    query: SignInQuery,
    status: 303,
    answer: Nothing,
  },
  finishSignIn: {
    method: 'get',
    path: '/api/session/callback',
    summary: 'Take a browser back from the issuer',
    query: SignInReturn,
    status: 303,
    answer: Nothing,
  },
} as const satisfies Routes;
