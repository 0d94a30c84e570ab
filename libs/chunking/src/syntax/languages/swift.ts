import type { LanguageSyntax } from '../language-syntax.js';

export const swift: LanguageSyntax = {
  definitions: {
    class_declaration: { kind: 'class', words: ['struct', 'enum', 'extension', 'actor'] },
    protocol_declaration: { kind: 'class', word: 'protocol' },
    typealias_declaration: { kind: 'class', word: 'typealias' },
    function_declaration: { kind: 'function' },
    protocol_function_declaration: { kind: 'method' },
    init_declaration: { kind: 'method', word: 'initializer', fixedName: 'init' },
    deinit_declaration: { kind: 'method', word: 'deinitializer', fixedName: 'deinit' },
    subscript_declaration: { kind: 'method', fixedName: 'subscript' },
  },
  leads: ['comment', 'multiline_comment'],
  bodies: ['class_body', 'enum_class_body', 'protocol_body'],
};
