import { list } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { AdoptOptions } from './adopt.js';

export const addAdoptCommand: AddCommand = (program, run) => {
  program
    .command('adopt')
    .summary('bind collections that another program made')
    .description(
      'Looks at collections another program made on a configured engine: which vector, which text, which model, and how sure that is. Then binds them with cards. Nothing is written to them, and removing an adopted collection removes its card only.',
    )
    .argument('<engine>', 'name of a configured engine, or its URL')
    .option('-c, --collection <names>', 'the engine’s own names or patterns, repeated or separated by commas (default: all)', list)
    .option('--as <name>', 'its name here, where one is adopted')
    .option('--model <name>', 'configured model (default: the one whose vectors match)')
    .option('--vector <name>', 'name of the vector that is searched')
    .option('--description <text>', 'what the collection holds (default: made from its content)')
    .option('--text <field>', 'where the text stands; dots lead into objects, $document is the document of a Chroma record')
    .option('--title <field>', 'where the title stands')
    .option('--source <field>', 'where the source or file name stands')
    .option('--path <field>', 'where the path stands')
    .option('--metadata <field>', 'where the maker’s own fields stand (default: found)')
    .option('--document <field>', 'what tells which document a passage is of')
    .option('--chunk-index <field>', 'the number of a passage in its document')
    .option('--user-id <field>', 'whom a row belongs to')
    .option('--acl <field>', 'who may read a row')
    .option('--tags <field>', 'where the tags stand')
    .option('--created-at <field>', 'the date of creation')
    .option('--modified-at <field>', 'the date of the last change')
    .option('-y, --yes', 'bind without asking')
    .addHelpText(
      'after',
      '\nWhat the card of a collection says that is adopted already stays where nothing else is said; an empty --user-id, --acl or --document says that there is none.\n',
    )
    .addHelpText('after', '\nExample:\n  tributary adopt http://127.0.0.1:6333 --collection docs,notes-* --yes')
    .action((engine: string, options: AdoptOptions) =>
      run(async (context) => (await import('./adopt.js')).adopt(context, engine, options)),
    );
};
