import { createLogger, loadConfiguration, readServerArguments, type Configuration, type Logger } from '@tributary/platform';

/** What a process begins with. */
export interface StartedProcess {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly paths: readonly string[];
}

/** Reads the command line and the configuration of a process and makes its logger. @throws `USAGE.ARGUMENTS`, `CONFIG.INVALID` */
export async function startProcess(name: string, args: readonly string[]): Promise<StartedProcess> {
  const { file, overrides, paths } = readServerArguments(args);
  const configuration = await loadConfiguration({ file, overrides });
  return { configuration, logger: createLogger(configuration.log, { component: name }), paths };
}
