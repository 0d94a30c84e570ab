import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

type Running = Pick<NodeJS.Process, 'execPath' | 'version'>;

/** How files that start this program later name the Node that runs it. */
interface LastingRuntime {
  readonly runtime: string;
  /** Where an upgrade of Node may take that path away. */
  readonly remark?: string;
}

/** fnm makes such a folder for each shell, and takes it away again. */
const OF_A_SHELL = 'fnm_multishells';

/** A path of the running Node that outlives its next upgrade: Homebrew, Nix and others keep each version in a folder of its own, and a link on the PATH that stays. */
export function lastingRuntime({ execPath, version }: Running, env: Readonly<Record<string, string | undefined>>): LastingRuntime {
  const isOfVersion = (path: string) => path.includes(version.slice(1));
  if (!isOfVersion(execPath)) return { runtime: execPath };
  const links = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, 'node'));
  const lasting = links.find((link) => !isOfVersion(link) && !link.includes(OF_A_SHELL) && leadsTo(link, execPath));
  if (lasting !== undefined) return { runtime: lasting };
  return {
    runtime: execPath,
    remark: `It names ${execPath}, of one version of Node: run this command again when that was upgraded or removed.`,
  };
}

function leadsTo(link: string, target: string): boolean {
  try {
    return realpathSync(link) === realpathSync(target);
  } catch {
    return false;
  }
}
