import type { PointPayload } from '@tributary/contracts';

/** Folders that hold tests and what tests read, and how files of tests are called, by the conventions of the languages. */
const FOLDERS = /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|__fixtures__|specs?|e2e|testdata|fixtures|t)\//u;
const NAMES =
  /(?:^|\/)(?:test_[^/]*|tests?|conftest)\.\w+$|[._-](?:test|tests|spec|specs|fixture|fixtures)\.\w+$|\p{Ll}(?:Test|Tests|Spec|IT)\.\w+$/u;

/** Words, stemmed, by which one asks for tests or for what belongs to them. */
const ASKING: ReadonlySet<string> = new Set(['test', 'tester', 'spec', 'mock', 'stub', 'fixtur', 'assert', 'e2e']);

/** True of code that tests other code. */
export function isTest({ type, path }: Pick<PointPayload, 'type' | 'path'>): boolean {
  return type === 'code' && path !== undefined && (FOLDERS.test(path) || NAMES.test(path));
}

/** True of a query in which tests are an answer as good as others. @param terms its terms, stemmed */
export function asksForTests(terms: readonly { readonly term: string }[]): boolean {
  return terms.some(({ term }) => ASKING.has(term));
}
