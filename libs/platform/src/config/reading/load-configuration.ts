import { join } from 'node:path';
import { permanent } from '@tributary/kernel';
import { defaultDataFolder } from '@tributary/kernel/places';
import type { z } from 'zod';
import { ConfigurationSchema, type Configuration } from '../schema/configuration.js';
import type { AccessSettings } from '../schema/access-settings.js';
import type { ModelSettings } from '../schema/model-settings.js';
import { absolutePath } from './absolute-path.js';
import { readAliases } from './dialect-aliases.js';
import { applyDaemonSections } from './daemon-sections.js';
import { Draft } from './draft.js';
import { fillIn } from './fill-in.js';
import { readEnvironment, type Environment } from './read-environment.js';
import type { NotesSetup } from './notes-file.js';
import { readConfigurationFile } from './read-file.js';

/** A value from the command line, which wins over variables and file. */
export interface Override {
  /** Code keys, such as `['server', 'port']`. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** What a message names, such as `--port`. */
  readonly flag: string;
}

export interface ConfigurationSources {
  /** The file of `--config`; else `TRIBUTARY_CONFIG` names one; else there is none. */
  readonly file?: string | undefined;
  readonly overrides?: readonly Override[];
  /** Left out: the variables of this process. */
  readonly environment?: Environment;
  /** Dialects this process serves: variables they name act below ours and above the file. */
  readonly dialects?: readonly string[];
  /** Hears which of those variables acted. */
  readonly onAliases?: (variables: readonly string[]) => void;
}

/** Puts file, variables and flags together and checks the whole once.
 *  @throws `CONFIG.INVALID` with one line per problem: the key, what is wrong, what to write instead */
export async function loadConfiguration({
  file,
  overrides = [],
  environment = process.env,
  dialects = [],
  onAliases = () => undefined,
}: ConfigurationSources = {}): Promise<Configuration> {
  const draft = new Draft(ConfigurationSchema);
  const path = file ?? environment['TRIBUTARY_CONFIG'];
  const notes = path === undefined || path === '' ? undefined : await readConfigurationFile(draft, path, dialects);
  onAliases(readAliases(draft, dialects, environment));
  readEnvironment(draft, ConfigurationSchema, environment);
  for (const { path: keys, value, flag } of overrides) draft.set(keys, value, flag);
  applyDaemonSections(draft);
  if (draft.namesAt(['data']).length === 0) draft.set(['data', 'folder'], defaultDataFolder(environment), 'data.folder');

  fillIn(draft);
  const parsed = ConfigurationSchema.safeParse(draft.values);
  for (const issue of parsed.error?.issues ?? []) refuse(draft, issue);
  if (!parsed.success || draft.problems.length > 0) throw invalid(draft);
  return withOwnFolder(withAbsolutePaths(parsed.data), notes);
}

function withAbsolutePaths(configuration: Configuration): Configuration {
  const { access, data, models, sources } = configuration;
  return {
    ...configuration,
    access: {
      ...access,
      tokens: Object.fromEntries(Object.entries(access.tokens).map(([name, token]) => [name, withAbsoluteRoots(token)])),
    },
    data: { ...data, folder: absolutePath(data.folder) },
    models: Object.fromEntries(Object.entries(models).map(([name, model]) => [name, withAbsolutePath(model)])),
    sources: { ...sources, roots: sources.roots.map(absolutePath) },
  };
}

/** A file of the notes server names engines that the server of the usual folder would not know: it has a folder of its own below. */
function withOwnFolder(configuration: Configuration, notes: NotesSetup | undefined): Configuration {
  if (notes === undefined) return configuration;
  const { data } = configuration;
  return { ...configuration, data: { ...data, folder: join(data.folder, `notes-${notes.id}`) } };
}

/** A model may also be named as it is in the local cache; only what is written as a path is one. */
function withAbsolutePath(model: ModelSettings): ModelSettings {
  if (model.type !== 'transformers' || !/^[~.]|^([A-Za-z]:)?[/\\]/.test(model.path)) return model;
  return { ...model, path: absolutePath(model.path) };
}

function withAbsoluteRoots(token: AccessSettings['tokens'][string]): AccessSettings['tokens'][string] {
  return token.roots === undefined ? token : { ...token, roots: token.roots.map(absolutePath) };
}

function refuse(draft: Draft, issue: z.core.$ZodIssue): void {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') for (const key of issue.keys) draft.refuseForeign([...path, key]);
  else draft.refuse(path, describe(issue));
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing';
  const text = issue.message.replace(/^Invalid input: /, '');
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function invalid(draft: Draft) {
  const lines = draft.problems.map(({ where, what, instead }) => `${where}: ${what}. ${instead}`);
  return permanent('CONFIG.INVALID', lines.join('\n'));
}
