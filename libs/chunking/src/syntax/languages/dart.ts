import type { LanguageSyntax } from '../language-syntax.js';

export const dart: LanguageSyntax = {
  definitions: {
    class_definition: { kind: 'class' },
    mixin_declaration: { kind: 'class', word: 'mixin', name: ['>identifier'] },
    extension_declaration: { kind: 'class', word: 'extension' },
    enum_declaration: { kind: 'class', word: 'enum' },
    type_alias: { kind: 'class', word: 'typedef', name: ['>type_identifier'] },
    function_signature: { kind: 'function' },
    getter_signature: { kind: 'function', word: 'getter' },
    setter_signature: { kind: 'function', word: 'setter' },
    operator_signature: { kind: 'method', word: 'operator', name: ['>binary_operator|==|[]|[]=|~'], isVerbatim: true },
    constructor_signature: { kind: 'method', word: 'constructor' },
    constant_constructor_signature: { kind: 'method', word: 'constructor', name: ['>identifier'] },
    factory_constructor_signature: { kind: 'method', word: 'constructor', name: ['>identifier'] },
  },
  leads: ['comment', 'documentation_comment', 'annotation'],
  wrappers: ['method_signature', 'declaration'],
  bodies: ['class_body', 'extension_body', 'enum_body'],
  continuations: ['function_body'],
};
