import { resolve } from 'node:path';
import { backUp, enginesElsewhere, restore } from '@tributary/composition/backup';
import { MIB } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';
import { otherFolder, otherServer } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';

export async function backUpFolder(context: CommandContext, target: string): Promise<void> {
  const { data, engines } = await configurationOf(context);
  const elsewhere = Object.entries(engines)
    .filter(([, { type }]) => type !== 'embedded')
    .map(([name]) => name);
  const manifest = await backUp(data.folder, resolve(target));
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const { terminal, options, connection } = context;
  const other = await otherFolder(connection, data.folder);
  if (other !== undefined) terminal.remark(other);
  if (options.json === true) {
    terminal.printJson({ folder: resolve(target), bytes, not_included: elsewhere, ...manifest });
    return;
  }
  terminal.print(
    `Backed up ${counted(manifest.files.length, 'file')} (${(bytes / MIB).toFixed(1)} MB) of ${data.folder} to ${resolve(target)}.`,
  );
  if (elsewhere.length > 0)
    terminal.remark(`Not in it: the collections on ${elsewhere.join(', ')}. Use snapshots of those servers, or "tributary export".`);
}

export async function restoreFolder(
  context: CommandContext,
  backup: string,
  { replace = false }: { readonly replace?: boolean },
): Promise<void> {
  const { data, engines, primary } = await configurationOf(context);
  const other = await otherServer(context.connection, data.folder);
  if (other !== undefined) context.terminal.remark(other);
  const { setAside, ...manifest } = await restore(resolve(backup), data.folder, { replace });
  const paths = manifest.files.map(({ path }) => path);
  const elsewhere = engines[primary]?.type === 'embedded' ? await enginesElsewhere({ folder: data.folder, paths, primary }) : [];
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson({
      folder: data.folder,
      not_included: elsewhere,
      ...(setAside === undefined ? {} : { set_aside: setAside }),
      ...manifest,
    });
    return;
  }
  terminal.print(`Restored the backup of ${manifest.created_at} to ${data.folder}.`);
  if (setAside !== undefined) terminal.remark(`What stood there lies in ${setAside}.`);
  if (elsewhere.length > 0)
    terminal.remark(
      `Not in it: the collections on ${elsewhere.join(', ')}, which may have changed since. "tributary doctor --repair" brings them and what was restored into line.`,
    );
}

async function configurationOf({ connection }: CommandContext) {
  if (connection.url !== undefined)
    throw usageError('A backup is of a data folder of this machine: leave --url out, and name the folder with --data.');
  return readConfiguration(connection);
}
