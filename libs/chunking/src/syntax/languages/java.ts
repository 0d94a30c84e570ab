import type { LanguageSyntax } from '../language-syntax.js';

export const java: LanguageSyntax = {
  definitions: {
    class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class', word: 'interface' },
    enum_declaration: { kind: 'class', word: 'enum' },
    record_declaration: { kind: 'class', word: 'record' },
    annotation_type_declaration: { kind: 'class', word: 'annotation' },
    method_declaration: { kind: 'method' },
    constructor_declaration: { kind: 'method', word: 'constructor' },
    compact_constructor_declaration: { kind: 'method', word: 'constructor' },
  },
  leads: ['line_comment', 'block_comment'],
  bodies: ['class_body', 'interface_body', 'enum_body', 'enum_body_declarations', 'annotation_type_body'],
};
