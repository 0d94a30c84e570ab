import type { LanguageSyntax } from '../language-syntax.js';

export const solidity: LanguageSyntax = {
  definitions: {
    contract_declaration: { kind: 'class', word: 'contract' },
    interface_declaration: { kind: 'class', word: 'interface' },
    library_declaration: { kind: 'class', word: 'library' },
    struct_declaration: { kind: 'class', word: 'struct' },
    enum_declaration: { kind: 'class', word: 'enum' },
    event_definition: { kind: 'class', word: 'event' },
    error_declaration: { kind: 'class', word: 'error' },
    modifier_definition: { kind: 'method', word: 'modifier' },
    constructor_definition: { kind: 'method', fixedName: 'constructor' },
    fallback_receive_definition: { kind: 'method', name: ['>receive|fallback'] },
    function_definition: { kind: 'function' },
  },
  leads: ['comment'],
  bodies: ['contract_body'],
};
