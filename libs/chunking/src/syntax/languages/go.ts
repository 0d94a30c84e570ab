import type { LanguageSyntax } from '../language-syntax.js';

export const go: LanguageSyntax = {
  definitions: {
    function_declaration: { kind: 'function' },
    method_declaration: { kind: 'method', qualifier: ['receiver', '>parameter_declaration', 'type'] },
    var_spec: {
      kind: 'function',
      when: { at: ['value', '>'], types: ['func_literal'], through: { call_expression: { steps: ['arguments', '>'] } } },
    },
    type_spec: { kind: 'class', word: 'type' },
    type_alias: { kind: 'class', word: 'type' },
  },
  leads: ['comment'],
  wrappers: ['type_declaration', 'var_declaration'],
  groups: ['var_spec_list'],
  bodies: ['type_spec_list', 'var_spec_list'],
};
