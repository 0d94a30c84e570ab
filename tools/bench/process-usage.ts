import { readFile, readdir } from 'node:fs/promises';

/** Of the clock by which Linux counts the time of processes, on every machine Node runs on. */
const TICKS_PER_SECOND = 100;

/** What a process and those it started have used; Linux only, NaN elsewhere. */
export interface ProcessUsage {
  readonly cpuSeconds: number;
  /** The most memory each of them ever had resident, added up, in MB. */
  readonly peakMb: number;
}

/** @param pid of the process at the root */
export async function usageOf(pid: number | undefined): Promise<ProcessUsage> {
  if (process.platform !== 'linux' || pid === undefined) return { cpuSeconds: Number.NaN, peakMb: Number.NaN };
  const used = await Promise.all((await familyOf(pid)).map(usageOfOne));
  return {
    cpuSeconds: used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMb: used.reduce((sum, { peakMb }) => sum + peakMb, 0),
  };
}

async function familyOf(root: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, Number((await fieldsOf(pid))[1])] as const)));
  const family = [root];
  for (const parent of family) family.push(...pids.filter((pid) => parents.get(pid) === parent));
  return family;
}

async function usageOfOne(pid: number): Promise<ProcessUsage> {
  const fields = await fieldsOf(pid);
  const status = await textOf(pid, 'status');
  return {
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND,
    peakMb: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024,
  };
}

/** What stands behind the name, which may hold blanks: state, parent, … */
async function fieldsOf(pid: number): Promise<readonly string[]> {
  const stat = await textOf(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty when the process has ended. */
function textOf(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid.toString()}/${name}`, 'utf8').catch(() => '');
}
