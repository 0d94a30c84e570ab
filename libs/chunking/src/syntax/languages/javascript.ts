import type { Condition, DefinitionRule, LanguageSyntax } from '../language-syntax.js';

const FUNCTIONS = ['arrow_function', 'function_expression', 'generator_function', 'function'];
/** Calls of functions, not of methods of values: `memo(…)`, `React.forwardRef(…)`, `create<State>()(…)`, but not `rows.map(…)`, nor what calls it for a value. */
const MAKES_FUNCTIONS = /^(?!(?:React\.)?(?:computed|useMemo|createMemo)\b)(?:(?:\p{Lu}[\w$]*|_)\.)?[\w$]+(?:<[^()]*>)?(?:\(\))?$/u;
const THROUGH = { call_expression: { steps: ['arguments', '>'], called: MAKES_FUNCTIONS } };
const VALUE: Condition = { at: ['value'], types: FUNCTIONS, through: THROUGH };

const DEFINITIONS: Readonly<Record<string, DefinitionRule>> = {
  function_declaration: { kind: 'function' },
  generator_function_declaration: { kind: 'function' },
  class_declaration: { kind: 'class' },
  method_definition: { kind: 'method' },
  variable_declarator: { kind: 'function', name: ['>identifier'], when: VALUE },
  assignment_expression: { kind: 'function', name: ['left'], when: { ...VALUE, at: ['right'] } },
  pair: { kind: 'function', name: ['key'], when: VALUE },
};

const LEADS = ['comment', 'decorator', 'html_comment'];
const WRAPPERS = ['export_statement', 'lexical_declaration', 'variable_declaration', 'expression_statement'];

export const javascript: LanguageSyntax = {
  definitions: { ...DEFINITIONS, field_definition: { kind: 'method', name: ['property'], when: VALUE } },
  leads: LEADS,
  wrappers: WRAPPERS,
  bodies: ['class_body'],
};

export const typescript: LanguageSyntax = {
  definitions: {
    ...DEFINITIONS,
    function_signature: { kind: 'function' },
    abstract_class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class', word: 'interface' },
    type_alias_declaration: { kind: 'class', word: 'type' },
    enum_declaration: { kind: 'class', word: 'enum' },
    module: { kind: 'module' },
    internal_module: { kind: 'module', word: 'namespace' },
    method_signature: { kind: 'method' },
    abstract_method_signature: { kind: 'method' },
    public_field_definition: { kind: 'method', when: VALUE },
  },
  leads: LEADS,
  wrappers: [...WRAPPERS, 'ambient_declaration'],
  bodies: ['class_body', 'interface_body', 'object_type', 'statement_block'],
};
