import type { AddCommand } from '../../program/run-command.js';

export const addSourcesCommand: AddCommand = (program, run) => {
  const sources = program
    .command('sources')
    .summary('list, sync, pause, resume, confirm and remove sources')
    .description('Sources: the folders, files and web pages that collections are made from.')
    .addHelpText('after', '\nExample:\n  tributary sources\n  tributary sources sync 3f9c2a');
  sources
    .command('list', { isDefault: true })
    .description('All sources and how far they are.')
    .action(() => run(async (context) => (await import('./sources.js')).listSources(context)));
  sources
    .command('sync')
    .description('Brings the changes of a source in and waits until they are searchable.')
    .argument('<source>', 'its id or the beginning of it, its place or its name')
    .action((id: string) => run(async (context) => (await import('./sources.js')).syncSource(context, id, { confirmed: false })));
  sources
    .command('confirm')
    .description('Goes on with a sync that was held back because it would delete much.')
    .argument('<source>', 'its id or the beginning of it, its place or its name')
    .action((id: string) => run(async (context) => (await import('./sources.js')).syncSource(context, id, { confirmed: true })));
  sources
    .command('pause')
    .description('Stops the syncs and the watch of a source; what is searchable stays so.')
    .argument('<source>', 'its id or the beginning of it, its place or its name')
    .action((id: string) => run(async (context) => (await import('./sources.js')).pauseSource(context, id)));
  sources
    .command('resume')
    .description('Lets a paused source go on, and brings in what changed meanwhile.')
    .argument('<source>', 'its id or the beginning of it, its place or its name')
    .action((id: string) => run(async (context) => (await import('./sources.js')).resumeSource(context, id)));
  sources
    .command('remove')
    .description('Forgets a source and removes its documents.')
    .argument('<source>', 'its id or the beginning of it, its place or its name')
    .option('--keep-documents', 'leave its documents searchable')
    .action((id: string, { keepDocuments = false }: { keepDocuments?: boolean }) =>
      run(async (context) => (await import('./sources.js')).removeSource(context, id, keepDocuments)),
    );
};
