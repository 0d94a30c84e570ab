import type { LanguageSyntax } from '../language-syntax.js';

export const go: LanguageSyntax = {
  definitions: {
    function_declaration: { kind: 'function' },
    method_declaration: { kind: 'method', qualifier: ['receiver', '>parameter_declaration', 'type'] },
    type_spec: { kind: 'class', word: 'type' },
    type_alias: { kind: 'class', word: 'type' },
  },
  leads: ['comment'],
  wrappers: ['type_declaration'],
  bodies: ['type_spec_list'],
};
