import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { permanent } from '@tributary/kernel';
import { configurationFile, variablesNotHandedOn } from '../../connection/handed-on.js';
import { otherFolderThan } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { lastingRuntime } from '../../program/lasting-runtime.js';
import { usageError } from '../../program/usage-error.js';
import { placesOf } from '../mcp/install/places.js';
import { readIfThere, replaceFile } from '../mcp/install/write-file.js';
import { commandLine, startService, startingCommands, stopService } from './service-commands.js';
import { launchdAgent, systemdUnit, type ServiceFile } from './service-file.js';

export interface ServiceOptions {
  readonly dryRun?: boolean;
  /** Left out: start it, or end it, by the system's own command. */
  readonly fileOnly?: boolean;
}

/** Shows the file, writes it, and starts the server by it. */
export async function installService(context: CommandContext, options: ServiceOptions): Promise<void> {
  const { terminal } = context;
  const file = await serviceFile(context);
  const asJson = context.options.json === true;
  const starting = options.fileOnly === true ? [] : startingCommands(file);
  const done = { path: file.path, text: file.text, commands: starting, written: options.dryRun !== true };
  if (!asJson) terminal.print(`${file.path}:\n\n${file.text}`);
  const lost = variablesNotHandedOn(context.connection);
  const { remark } = lastingRuntime(process, context.connection.env);
  const other = await otherFolderThan(context.connection);
  for (const told of [other, lost, remark]) if (told !== undefined) terminal.remark(told);
  if (!asJson) for (const line of starting) terminal.print(`$ ${line}`);
  if (options.dryRun === true) {
    if (asJson) terminal.printJson(done);
    terminal.remark('Nothing was written: this was a dry run.');
    return;
  }
  const copy = await replaceFile(file.path, file.text, new Date());
  if (copy !== undefined) terminal.remark(`What was there before is in ${copy}.`);
  if (options.fileOnly !== true) await startService(file, context.connection.env);
  if (asJson) terminal.printJson({ ...done, ...(copy !== undefined && { backup: copy }) });
  if (options.fileOnly === true) {
    terminal.remark(`Written. To start it: ${startingCommands(file).join('; ')}`);
  } else terminal.remark('It runs, now and after each log-in.');
}

/** Ends the server and removes the file. */
export async function uninstallService(context: CommandContext, options: ServiceOptions): Promise<void> {
  const { terminal } = context;
  const file = await serviceFile(context);
  if ((await readIfThere(file.path)) === undefined) {
    throw permanent('SERVICE.NOT_INSTALLED', `There is no ${file.path}: the service is not installed.`, { category: 'not_found' });
  }
  const commands = options.fileOnly === true ? [] : file.stop;
  const asJson = context.options.json === true;
  const lines = commands.map(commandLine);
  if (!asJson) for (const line of [...lines.map((line) => `$ ${line}`), `Removes ${file.path}`]) terminal.print(line);
  if (options.dryRun === true) terminal.remark('Nothing was removed: this was a dry run.');
  else {
    if (options.fileOnly !== true) await stopService(file, context.connection.env);
    await rm(file.path);
  }
  if (asJson) terminal.printJson({ path: file.path, commands: lines, removed: options.dryRun !== true });
}

async function serviceFile(context: CommandContext): Promise<ServiceFile> {
  if (context.connection.url !== undefined) throw usageError('The service is a server of this machine: leave --url out.');
  const { env } = context.connection;
  const config = configurationFile(context.connection);
  const { data } = await readConfiguration(context.connection);
  const places = placesOf(env, { platform: process.platform, project: process.cwd() });
  const args = ['start', '--data', resolve(data.folder), ...(config === undefined ? [] : ['--config', config])];
  const { runtime } = lastingRuntime(process, env);
  const program = { runtime, script: resolve(process.argv[1] ?? ''), args, logFolder: join(data.folder, 'logs') };
  const where = { home: places.home, config: places.config, uid: process.getuid?.() ?? 0 };
  if (process.platform === 'linux') return systemdUnit(where, program);
  if (process.platform !== 'darwin') throw permanent('SERVICE.UNSUPPORTED', 'Services are installed for systemd and for launchd only.');
  await mkdir(program.logFolder, { recursive: true });
  return launchdAgent(where, program);
}
