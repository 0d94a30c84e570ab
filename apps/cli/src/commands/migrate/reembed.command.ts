import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { ReembedOptions } from './reembed.js';

export const addReembedCommand: AddCommand = (program, run) => {
  program
    .command('reembed')
    .summary('make the vectors of a collection anew, by another model for instance')
    .description(
      'Embeds every passage again beside the present vectors, takes in what is written meanwhile, then lets the new ones answer. Until then the present ones do, and they are kept for some days.',
    )
    .argument('<collection>', 'its name')
    .option('--model <name>', 'a configured model (default: that of the collection, as it is now)')
    .option('--missing', 'embed only passages that have no vector')
    .option('--keep-days <n>', 'how long the vectors that answered before are kept, 1 to 30 (default: 7)', wholeNumber(1, 30))
    .option('--back', 'let the vectors answer again that answered before, with everything written since')
    .option('--cancel', 'end a re-embedding that has not switched over')
    .option('--no-wait', 'do not wait for the end')
    .addHelpText(
      'after',
      '\nExample:\n  tributary reembed notes --model mxbai\n  tributary reembed notes --missing\n  tributary reembed notes --back',
    )
    .action((collection: string, options: ReembedOptions) =>
      run(async (context) => (await import('./reembed.js')).reembed(context, collection, options)),
    );
};
