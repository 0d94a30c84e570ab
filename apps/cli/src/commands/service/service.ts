import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { permanent } from '@tributary/kernel';
import { configurationFile, variablesNotHandedOn } from '../../connection/handed-on.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { lastingRuntime } from '../../program/lasting-runtime.js';
import { placesOf } from '../mcp/install/places.js';
import { readIfThere, replaceFile } from '../mcp/install/write-file.js';
import { commandLine, runCommands, startService, startingCommands } from './service-commands.js';
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
  terminal.print(`${file.path}:\n\n${file.text}`);
  const lost = variablesNotHandedOn(context.connection);
  const { remark } = lastingRuntime(process, context.connection.env);
  for (const told of [lost, remark]) if (told !== undefined) terminal.remark(told);
  if (options.fileOnly !== true) for (const line of startingCommands(file)) terminal.print(`$ ${line}`);
  if (options.dryRun === true) {
    terminal.remark('Nothing was written: this was a dry run.');
    return;
  }
  const copy = await replaceFile(file.path, file.text, new Date());
  if (copy !== undefined) terminal.remark(`What was there before is in ${copy}.`);
  if (options.fileOnly === true) {
    terminal.remark(`Written. To start it: ${startingCommands(file).join('; ')}`);
    return;
  }
  await startService(file, context.connection.env);
  terminal.remark('It runs, now and after each log-in.');
}

/** Ends the server and removes the file. */
export async function uninstallService(context: CommandContext, options: ServiceOptions): Promise<void> {
  const { terminal } = context;
  const file = await serviceFile(context);
  if ((await readIfThere(file.path)) === undefined) {
    throw permanent('SERVICE.NOT_INSTALLED', `There is no ${file.path}: the service is not installed.`, { category: 'not_found' });
  }
  const commands = options.fileOnly === true ? [] : file.stop;
  for (const command of commands) terminal.print(`$ ${commandLine(command)}`);
  terminal.print(`Removes ${file.path}`);
  if (options.dryRun === true) {
    terminal.remark('Nothing was removed: this was a dry run.');
    return;
  }
  await runCommands(commands, context.connection.env);
  await rm(file.path);
}

async function serviceFile(context: CommandContext): Promise<ServiceFile> {
  const { env } = context.connection;
  const config = configurationFile(context.connection);
  const { data } = await readConfiguration(context.connection);
  const places = placesOf(env, { platform: process.platform, project: process.cwd() });
  const args = ['start', '--data', resolve(data.folder), ...(config === undefined ? [] : ['--config', config])];
  const { runtime } = lastingRuntime(process, env);
  const program = { runtime, script: resolve(process.argv[1] ?? ''), args, logFolder: join(data.folder, 'logs') };
  const where = { home: env['HOME'] ?? homedir(), config: places.config, uid: process.getuid?.() ?? 0 };
  if (process.platform === 'linux') return systemdUnit(where, program);
  if (process.platform !== 'darwin') throw permanent('SERVICE.UNSUPPORTED', 'Services are installed for systemd and for launchd only.');
  await mkdir(program.logFolder, { recursive: true });
  return launchdAgent(where, program);
}
