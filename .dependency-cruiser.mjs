// The rules inside and across projects that Nx's tags do not see: `npm run check` runs them.

const TEST = '\\.(test|bench|fixture)\\.ts$|/conformance/';
const DRIVERS = '^node:sqlite$|(^|/)node_modules/(bullmq|ioredis|fastify|@nestjs/platform-fastify)/';
const IO = '^(node:)?(fs|fs/promises|http|https|net|child_process|worker_threads|sqlite|process|os)$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one concept, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-only-testing',
      comment: 'What runs in production knows nothing of tests, fixtures and conformance suites.',
      severity: 'error',
      from: { pathNot: [TEST, '^libs/testing/', '^tools/'] },
      to: { path: [TEST, '^libs/testing/'] },
    },
    {
      name: 'contracts-run-in-a-browser',
      comment: 'The console parses answers with the same schemas.',
      severity: 'error',
      from: { path: ['^libs/(contracts|api-client)/src/', '^apps/console/src/'], pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-libraries-do-no-io',
      comment: 'Chunking and ranking get text and numbers and give text and numbers.',
      severity: 'error',
      from: { path: '^libs/(chunking|ranking)/src/', pathNot: TEST },
      to: { path: IO },
    },
    {
      name: 'ports-have-no-drivers',
      comment: 'A port says what is wanted; only its adapters know who does it.',
      severity: 'error',
      from: { path: '^libs/[^/]+/port/src/', pathNot: TEST },
      to: { path: DRIVERS },
    },
    {
      name: 'use-cases-know-no-transport',
      comment: 'One use case serves HTTP, MCP, the queue and the command line.',
      severity: 'error',
      from: { path: '\\.use-case\\.ts$' },
      to: { path: [DRIVERS, '(^|/)node_modules/(commander|@modelcontextprotocol)/', '\\.(job|controller|module)\\.ts$'] },
    },
    {
      name: 'job-is-thin',
      comment: 'A job turns a payload into a call of a use case and its result into an outcome.',
      severity: 'error',
      from: { path: '\\.job\\.ts$' },
      to: {
        path: [
          DRIVERS,
          IO,
          '^libs/engines/(?!port/)',
          '^libs/embedding/(?!port/)',
          '^libs/reranking/(?!port/)',
          '^libs/sources/(?!port/)',
          '^libs/state/(?!port/)',
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|libs|tools)/.+/(dist|fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@tributary/source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
