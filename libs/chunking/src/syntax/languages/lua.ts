import type { LanguageSyntax } from '../language-syntax.js';

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
};
