import type { LanguageSyntax } from '../language-syntax.js';

export const kotlin: LanguageSyntax = {
  definitions: {
    class_declaration: { kind: 'class', words: ['interface', 'enum'] },
    object_declaration: { kind: 'class', word: 'object' },
    companion_object: { kind: 'class', word: 'object', fixedName: 'Companion' },
    function_declaration: { kind: 'function' },
    secondary_constructor: { kind: 'method', word: 'constructor', fixedName: 'constructor' },
    type_alias: { kind: 'class', word: 'typealias', name: ['type'] },
  },
  leads: ['line_comment', 'block_comment', 'multiline_comment', 'annotation'],
  bodies: ['class_body', 'enum_class_body', 'function_body'],
};
