import type { TestDocument } from './testbed.fixture.js';

/** The body of a function that says none of the words that are asked for, longer than what stands around it. */
export const LONG = Array.from({ length: 30 }, (_, n) => `  step${n.toString()}(amber, basalt);`).join('\n');

/** A file of code, and what it defines. */
export function code(path: string, text: string, what: Pick<TestDocument, 'sym' | 'symbols' | 'scope'> = {}): TestDocument {
  return { key: path, path, type: 'code', text, ...what };
}
