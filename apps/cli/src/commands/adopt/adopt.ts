import { AdoptInput, type AdoptAnswer, type AdoptRequest, type Operations } from '@tributary/contracts';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { usageError } from '../../program/usage-error.js';
import { isAgreed, printFindings, printOutcome } from './adopt.output.js';

/** What `tributary adopt` takes beside the engine. */
export interface AdoptOptions {
  readonly collection?: readonly string[];
  readonly as?: string;
  readonly model?: string;
  readonly vector?: string;
  readonly description?: string;
  readonly text?: string;
  readonly title?: string;
  readonly source?: string;
  readonly path?: string;
  readonly metadata?: string;
  readonly document?: string;
  readonly chunkIndex?: string;
  readonly userId?: string;
  readonly acl?: string;
  readonly tags?: string;
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  readonly yes?: boolean;
}

/** Looks, shows what was found, and binds once it is agreed to. */
export async function adopt(context: CommandContext, engine: string, options: AdoptOptions): Promise<void> {
  const { collection: names = ['*'], as } = options;
  if (as !== undefined && names.length > 1) throw usageError('--as names one collection: give one with --collection.');
  const inputs = names.map((name) => parseOptions(AdoptInput, toInput(engine, name, options)));
  const { terminal, options: general } = context;
  await context.withConnection(async ({ operations }) => {
    const looked = await adoptAll(context, operations, { inputs, dryRun: true });
    if (general.json !== true) printFindings(terminal, looked);
    const isBound = options.yes === true || (general.json !== true && (await isAgreed(terminal)));
    const answers = isBound ? await adoptAll(context, operations, { inputs, dryRun: false }) : looked;
    if (general.json === true) terminal.printJson({ engines: answers });
    else printOutcome(terminal, answers);
  });
}

async function adoptAll(
  { call }: CommandContext,
  operations: Operations,
  { inputs, dryRun }: { readonly inputs: readonly AdoptInput[]; readonly dryRun: boolean },
): Promise<readonly AdoptAnswer[]> {
  const answers: AdoptAnswer[] = [];
  for (const input of inputs) answers.push(await operations.adoptCollections({ ...input, dry_run: dryRun }, call));
  return answers;
}

function toInput(engine: string, collection: string, options: AdoptOptions): AdoptRequest {
  const { as, model, vector, description, text, title, source, path, metadata, document, acl, tags } = options;
  const { chunkIndex: chunk_index, userId: user_id, createdAt: created_at, modifiedAt: modified_at } = options;
  const fields = { text, title, source, path, metadata, document, chunk_index, user_id, acl, tags, created_at, modified_at };
  return { engine, collection, as, model, vector, description, fields };
}
