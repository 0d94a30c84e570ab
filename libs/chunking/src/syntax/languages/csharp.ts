import type { LanguageSyntax } from '../language-syntax.js';

export const csharp: LanguageSyntax = {
  definitions: {
    namespace_declaration: { kind: 'module', word: 'namespace', isVerbatim: true },
    class_declaration: { kind: 'class' },
    struct_declaration: { kind: 'class', word: 'struct' },
    record_declaration: { kind: 'class', word: 'record' },
    interface_declaration: { kind: 'class', word: 'interface' },
    enum_declaration: { kind: 'class', word: 'enum' },
    delegate_declaration: { kind: 'class', word: 'delegate' },
    method_declaration: { kind: 'method' },
    constructor_declaration: { kind: 'method', word: 'constructor' },
    destructor_declaration: { kind: 'method', word: 'finalizer' },
    operator_declaration: { kind: 'method', word: 'operator', name: ['operator'], isVerbatim: true },
    indexer_declaration: { kind: 'method', word: 'indexer', fixedName: 'this' },
    local_function_statement: { kind: 'function' },
  },
  leads: ['comment', 'attribute_list'],
  wrappers: ['global_statement'],
  bodies: ['declaration_list'],
};
