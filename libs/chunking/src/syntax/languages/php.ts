import type { LanguageSyntax } from '../language-syntax.js';

export const php: LanguageSyntax = {
  definitions: {
    namespace_definition: { kind: 'module', word: 'namespace', needs: 'body', isVerbatim: true },
    class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class', word: 'interface' },
    trait_declaration: { kind: 'class', word: 'trait' },
    enum_declaration: { kind: 'class', word: 'enum' },
    method_declaration: { kind: 'method' },
    function_definition: { kind: 'function' },
  },
  leads: ['comment', 'attribute_list'],
  bodies: ['declaration_list', 'enum_declaration_list', 'compound_statement'],
};
