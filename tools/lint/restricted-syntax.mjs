// Shapes of code that are refused, each with the sentence that says what to write instead.

const FUNCTIONS_BUT_CONSTRUCTORS = [
  'FunctionDeclaration',
  'ArrowFunctionExpression',
  ':not(MethodDefinition[kind="constructor"]) > FunctionExpression',
  'TSDeclareFunction',
  'TSMethodSignature',
  'TSFunctionType',
];

export const FORBIDDEN = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: a default export has no name to search for.' },
  { selector: 'ExportAllDeclaration', message: 'List what is exported: `export *` hides it.' },
  {
    selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|unmock|doUnmock|hoisted)$/]",
    message: 'Pass the collaborator in instead of mocking a module.',
  },
  {
    selector: 'TSAsExpression > TSAsExpression',
    message: 'A double cast hides a wrong type: parse the value instead.',
  },
  // Nest injects by position, so constructors are exempt.
  ...FUNCTIONS_BUT_CONSTRUCTORS.map((selector) => ({
    selector: `${selector}[params.length>3]`,
    message: 'More than three parameters become one named object.',
  })),
];

export const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in one place: the configuration of libs/platform.',
};
