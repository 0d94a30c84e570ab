import type { LanguageSyntax } from '../language-syntax.js';

export const rust: LanguageSyntax = {
  definitions: {
    function_item: { kind: 'function' },
    function_signature_item: { kind: 'function' },
    struct_item: { kind: 'class', word: 'struct' },
    enum_item: { kind: 'class', word: 'enum' },
    union_item: { kind: 'class', word: 'union' },
    trait_item: { kind: 'class', word: 'trait' },
    impl_item: { kind: 'class', word: 'impl', name: ['type'] },
    type_item: { kind: 'class', word: 'type' },
    mod_item: { kind: 'module', word: 'mod', needs: 'body' },
    macro_definition: { kind: 'function', word: 'macro' },
  },
  leads: ['line_comment', 'block_comment', 'attribute_item'],
  bodies: ['declaration_list'],
};
