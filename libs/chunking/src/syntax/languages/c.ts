import type { DefinitionRule, LanguageSyntax } from '../language-syntax.js';

const DECLARATOR = ['declarator*'];
const PROTOTYPE: DefinitionRule = {
  kind: 'function',
  name: DECLARATOR,
  when: {
    at: ['declarator'],
    types: ['function_declarator'],
    through: { pointer_declarator: { steps: ['declarator'] }, reference_declarator: { steps: ['>'] } },
  },
};

export const c: LanguageSyntax = {
  definitions: {
    function_definition: { kind: 'function', name: DECLARATOR },
    declaration: PROTOTYPE,
    struct_specifier: { kind: 'class', word: 'struct', needs: 'body' },
    union_specifier: { kind: 'class', word: 'union', needs: 'body' },
    enum_specifier: { kind: 'class', word: 'enum', needs: 'body' },
    type_definition: { kind: 'class', word: 'typedef', name: DECLARATOR },
    preproc_function_def: { kind: 'function', word: 'macro' },
  },
  leads: ['comment'],
  bodies: [
    'declaration_list',
    'field_declaration_list',
    'linkage_specification',
    'preproc_if',
    'preproc_ifdef',
    'preproc_else',
    'preproc_elif',
  ],
};

export const cpp: LanguageSyntax = {
  definitions: {
    ...c.definitions,
    field_declaration: PROTOTYPE,
    class_specifier: { kind: 'class', needs: 'body' },
    namespace_definition: { kind: 'module', word: 'namespace' },
    alias_declaration: { kind: 'class', word: 'using' },
    concept_definition: { kind: 'class', word: 'concept' },
  },
  leads: ['comment'],
  wrappers: ['template_declaration', 'field_declaration'],
  bodies: c.bodies ?? [],
};
