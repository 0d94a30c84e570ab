import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { depConstraints } from './tools/lint/boundaries.mjs';
import { requireReason } from './tools/lint/require-reason.mjs';
import { ENVIRONMENT, FORBIDDEN } from './tools/lint/restricted-syntax.mjs';
import { READS_ENVIRONMENT, TEST_FILES } from './tools/lint/where.mjs';

/** @param {boolean} isTest @returns {import('eslint').Linter.RuleEntry} */
const boundaries = (isTest) => [
  'error',
  {
    allow: [],
    enforceBuildableLibDependency: false,
    checkDynamicDependenciesExceptions: ['.*'],
    depConstraints: depConstraints({ isTest }),
  },
];

export default defineConfig(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.tributary/**', '**/fixtures/**'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    plugins: { tributary: { rules: { 'require-reason': requireReason } } },
    rules: { 'tributary/require-reason': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    extends: [js.configs.recommended],
    rules: {
      eqeqeq: 'error',
      // File names and keys are checked for control characters on purpose.
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: nodeGlobals() } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // The rules that need types are oxlint's: `.oxlintrc.json`.
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(false),
      'no-restricted-syntax': ['error', ...FORBIDDEN, ENVIRONMENT],
      // Standard output belongs to the command line's results and to MCP on stdio.
      'no-console': 'error',
      // A Nest module is a class with a decorator and nothing else.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // The sources use interfaces for what is implemented and types for what is computed.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `{ secret: _, ...rest }` leaves a field out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
    },
  },
  {
    files: TEST_FILES,
    rules: {
      '@nx/enforce-module-boundaries': boundaries(true),
      // A describe block is a function in syntax only; the functions inside it are measured by the gates.
      'max-lines-per-function': 'off',
    },
  },
  { files: READS_ENVIRONMENT, rules: { 'no-restricted-syntax': ['error', ...FORBIDDEN] } },
  { files: ['tools/**', 'libs/testing/**', ...TEST_FILES], rules: { 'no-console': 'off' } },
  // Vitest loads its configuration and Nx its plugin by the default export.
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);

function nodeGlobals() {
  const names = [
    'process',
    'console',
    'Buffer',
    'URL',
    'AbortController',
    'AbortSignal',
    'fetch',
    'performance',
    'structuredClone',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'queueMicrotask',
    'TextEncoder',
    'TextDecoder',
    'NodeJS',
  ];
  return Object.fromEntries(names.map((name) => [name, 'readonly']));
}
