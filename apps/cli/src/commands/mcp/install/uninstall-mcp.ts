import { permanent } from '@tributary/kernel';
import type { CommandContext } from '../../../program/command-context.js';
import { agrees, clientCalled, entryLines, fileOf, hidden, type InstallOptions, type Installing } from './install-mcp.js';
import { removeEntry } from './remove-entry.js';
import { readIfThere, replaceFile } from './write-file.js';

export type UninstallOptions = Pick<InstallOptions, 'client' | 'name' | 'scope' | 'dryRun' | 'yes'>;

/** Shows what goes out of the file of a client, and takes it out once that is agreed to. @throws `CLIENT.NOT_INSTALLED` */
export async function uninstallMcp(
  { terminal, options, connection }: CommandContext,
  { name, scope = 'user', dryRun = false, yes = false, ...given }: UninstallOptions,
  process: Pick<Installing, 'platform' | 'folder'>,
): Promise<void> {
  const client = clientCalled(given.client);
  const path = fileOf(client, { scope, env: connection.env, process });
  const { text, before } = removeEntry({ text: (await readIfThere(path)) ?? '', path, key: client.key, name });
  if (before === undefined)
    throw permanent('CLIENT.NOT_INSTALLED', `${path} has no ${client.key}.${name}: name another with --name, or another --scope.`, {
      category: 'not_found',
    });
  const asJson = options.json === true;
  if (!asJson) {
    terminal.print(`${client.title}, ${path}: takes out ${client.key}.${name}`);
    for (const line of entryLines(name, hidden(before))) terminal.print(terminal.style('red', `- ${line}`));
  }
  const isAgreed = !dryRun && (yes || (!asJson && (await agrees(terminal))));
  const backup = isAgreed ? await replaceFile(path, text, new Date()) : undefined;
  if (asJson) terminal.printJson({ client: client.name, path, name, removed: isAgreed, ...(backup !== undefined && { backup }) });
  else if (isAgreed) terminal.print(`Taken out of ${path}. What was there before, tokens included: ${backup ?? ''}`);
  else terminal.print(dryRun ? 'Nothing was written.' : 'Nothing was written. Add --yes to write it without being asked.');
}
