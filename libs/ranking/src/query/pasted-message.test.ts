import { describe, expect, it } from 'vitest';
import { readsLikeMessage } from './pasted-message.js';
import { parseQuery } from './parse-query.js';

describe('quotation marks of a pasted message', () => {
  it.each([
    'FST_ERR_REP_ALREADY_SENT: Reply was already sent, did you forget to "return reply" in "/orders" (POST)?',
    'Error: Failed to lookup view "home" in views directory "/srv/app/views"',
    'com.acme.LedgerException: account "DE-17" is not in the ledger',
    'error TS2345: Argument of type "Date" is not assignable to parameter',
    'ENOENT: there is no file "plan.md" in the folder',
    'the option "--colour" is not known to this program',
    'no handler for "/orders/17" was registered in time',
  ])('demand nothing, which a note says: %s', (message) => {
    const { phrases, text, readAsText } = parseQuery(message);
    expect(phrases).toEqual([]);
    expect(readAsText).toEqual([{ what: 'message' }]);
    expect(text).not.toContain('"');
  });
});

it.each([
  ['error: "exact words"', ['exact words']],
  ['retry "exact words"', ['exact words']],
  ['how do "exact words" work in a search over all collections', ['exact words']],
  ['which notes say "page 17" of the plan for winter', ['page 17']],
  ['which page documents "/api/search" for those who begin', ['/api/search']],
  ['email: what "exact words" did Anna write there', ['exact words']],
  ['the year "1984" where a searcher ends with "exact words"', ['1984', 'exact words']],
  ['Error: Failed to lookup view in the directory “exact words”', ['exact words']],
  ['Error: "exact words" again', ['exact words']],
])('%s demands what is quoted', (query, phrases) => {
  expect(parseQuery(query).phrases).toEqual(phrases);
});

it.each([
  'ENOENT: no such file',
  'java.lang.IllegalStateException: closed',
  'com.acme.Ledger: closed',
  'System.IO.IOException: closed',
  'EAI_AGAIN: a name',
])('%s begins as messages do', (text) => {
  expect(readsLikeMessage(text)).toBe(true);
});

it.each(['EVENT: 7 May', 'ELTERN: Abend am 12.3.2024', 'BMW.Group: sales of 2019', 'Project.Management.Plan: 2019'])(
  '%s begins as people write',
  (text) => {
    expect(readsLikeMessage(text)).toBe(false);
  },
);
