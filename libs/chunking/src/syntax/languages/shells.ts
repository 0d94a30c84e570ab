import type { LanguageSyntax } from '../language-syntax.js';

export const bash: LanguageSyntax = {
  definitions: { function_definition: { kind: 'function' } },
  leads: ['comment'],
};

export const powershell: LanguageSyntax = {
  definitions: {
    function_statement: { kind: 'function', name: ['>function_name'] },
    class_statement: { kind: 'class', name: ['>simple_name'] },
    enum_statement: { kind: 'class', word: 'enum', name: ['>simple_name'] },
    class_method_definition: { kind: 'method', name: ['>simple_name'] },
  },
  leads: ['comment'],
  bodies: ['statement_list', 'script_block'],
};
