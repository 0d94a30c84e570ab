import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/vitest/longest-first.js';
import { RequirementsReporter } from './tools/vitest/requirements-reporter.js';
import { SummaryReporter } from './tools/vitest/summary-reporter.js';
import { testFiles } from './tools/vitest/test-files.js';

// Workspace packages are read from their sources; child processes and worker threads of tests run the built `dist`.
const conditions = ['@tributary/source', 'module', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    ...testFiles(),
    pool: 'forks',
    // Modules are loaded once in a worker: half of the processor time of small tests was loading. So a test leaves nothing behind in what it imports.
    isolate: false,
    // Most tests wait for servers and child processes: on two cores three workers took 1,151 s for what two took 1,211 s.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // For what hangs: how fast something is a test says itself, and a machine with other work takes three times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globals: false,
    restoreMocks: true,
    setupFiles: ['reflect-metadata'],
    globalSetup: ['tools/vitest/global-setup.ts'],
    reporters: ['default', new SummaryReporter(), new RequirementsReporter()],
  },
});
