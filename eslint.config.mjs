import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { depConstraints } from './tools/lint/boundaries.mjs';

const TESTS = ['**/*.test.ts', '**/*.bench.ts', '**/*.fixture.ts', '**/conformance/**/*.ts'];
const READS_ENVIRONMENT = ['tools/**', '**/src/main.ts', 'libs/platform/src/config/**'];

const boundaries = (isTest) => [
  'error',
  { allow: [], enforceBuildableLibDependency: false, checkDynamicDependenciesExceptions: [], depConstraints: depConstraints({ isTest }) },
];

const forbiddenSyntax = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: a default export has no name to search for.' },
  { selector: 'ExportAllDeclaration', message: 'List what is exported: `export *` hides it.' },
  { selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|unmock|hoisted)$/]", message: 'Pass the collaborator in instead of mocking a module.' },
  { selector: 'TSAsExpression > TSAsExpression', message: 'A double cast hides a wrong type: parse the value instead.' },
];
const environmentAccess = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in one place: libs/platform.',
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.tributary/**', '**/fixtures/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(false),
      'max-lines-per-function': ['error', { max: 60 }],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      'no-restricted-syntax': ['error', ...forbiddenSyntax, environmentAccess],
      'no-console': ['error', { allow: ['error', 'warn'] }],
      eqeqeq: 'error',
      // A static factory or a Nest module is a class with a decorator and nothing else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Flags `{ logger: false }` in Nest factory calls.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Constructors are exempt from max-params: Nest injects by position.
    files: ['**/*.ts'],
    rules: {},
  },
  {
    files: TESTS,
    rules: {
      '@nx/enforce-module-boundaries': boundaries(true),
      // A describe block is a function in syntax only; the tests inside are what has a length.
      'max-lines-per-function': 'off',
    },
  },
  { files: READS_ENVIRONMENT, rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax] } },
);
