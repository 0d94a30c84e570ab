import type { AddCommand } from '../../program/run-command.js';

export const addCollectionsCommand: AddCommand = (program, run) => {
  const collections = program
    .command('collections')
    .summary('list, show, describe and remove collections')
    .description('Collections: what can be searched.')
    .addHelpText('after', '\nExample:\n  tributary collections\n  tributary collections remove old-notes --confirm old-notes');
  collections
    .command('list', { isDefault: true })
    .description('All collections with their size and readiness.')
    .action(() => run(async (context) => (await import('./collections.js')).listCollections(context)));
  collections
    .command('show')
    .description('One collection.')
    .argument('<name>')
    .action((name: string) => run(async (context) => (await import('./collections.js')).showCollection(context, name)));
  collections
    .command('describe')
    .description('Says on a collection’s card what it holds; assistants choose by it.')
    .argument('<name>')
    .argument('[text]', 'a sentence; empty takes the description away')
    .option('--from-documents', 'make the description from the documents that everybody may read')
    .action((name: string, text: string | undefined, { fromDocuments }: { fromDocuments?: boolean }) =>
      run(async (context) =>
        (await import('./collections.js')).describeCollection(context, name, { text, fromDocuments: fromDocuments === true }),
      ),
    );
  collections
    .command('remove')
    .description('Removes a collection with everything in it.')
    .argument('<name>')
    .option('--confirm <name>', 'the name again, since this cannot be undone')
    .action((name: string, { confirm }: { confirm?: string }) =>
      run(async (context) => (await import('./collections.js')).removeCollection(context, name, confirm)),
    );
};
