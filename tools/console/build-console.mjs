// Builds the web console into files that the gateway serves. Runs as `node build-console.mjs ROOT`, on the pinned Node.
import { join } from 'node:path';
import { build } from 'vite';

const root = process.argv[2] ?? '.';

await build({
  configFile: false,
  root: join(root, 'apps/console'),
  logLevel: 'warn',
  resolve: { conditions: ['@tributary/source', 'module', 'browser', 'import', 'default'] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows files of the server alone: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Marks for servers that render React are meant for nobody here.
    rolldownOptions: { onLog: (level, log, report) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log)) },
    license: { fileName: 'licenses.md' },
  },
});
