import type { LanguageSyntax } from '../language-syntax.js';
import { readAgain } from './long-brackets.js';

/** Characters that may be read in vain: about two seconds. */
const MOST_READ_AGAIN = 10_000_000;

export const lua: LanguageSyntax = {
  definitions: {
    function_declaration: { kind: 'function' },
    assignment_statement: {
      kind: 'function',
      name: ['>variable_list'],
      when: { at: ['>expression_list', 'value'], types: ['function_definition'] },
    },
  },
  leads: ['comment'],
  wrappers: ['variable_declaration'],
  takesLong: (text) => readAgain(text) > MOST_READ_AGAIN,
};
