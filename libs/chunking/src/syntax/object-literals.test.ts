import { expect, it } from 'vitest';
import { outlineText } from './syntax-parser.fixture.js';

const BODY = Array.from({ length: 6 }, (_, i) => `      console.log('line ${i.toString()} of the handler', request);`).join('\n');
const TEXT = `export const routes = {
  list: (request) => {
${BODY}
  },
  /** Adds one. */
  async add(request) {
${BODY}
  },
  nested: {
    get(request) {
${BODY}
    },
  },
};

export default {
  setup(request) {
${BODY}
  },
};
`;

it.each(['routes.ts', 'routes.js'])('finds the functions in the object literals of %s', async (path) => {
  expect(await outlineText(TEXT, path)).toBe('function list 2-9\nmethod add 10-18\nmethod get 20-27\nmethod setup 31-40');
});
