import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** What answers no question, and what would answer it by having been written with it: tools/eval/repository/README.md says why each is left out. */
const LEFT_OUT = [
  /^tools\/eval\/(?:repository|projects)\//,
  /\.test\.tsx?$/,
  /\.fixture\.tsx?$/,
  /(?:^|\/)fixtures\//,
  /^docs\/figures\//,
  /\.(?:png|svg|jpe?g|gif|ico)$/,
  /^package-lock\.json$/,
];

/** Copies the tracked files of a repository that questions are asked about, as they stand in its folder. @returns their paths */
export async function copyRepository(root: string, to: string): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const tracked = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const paths = tracked.filter((path) => !LEFT_OUT.some((rule) => rule.test(path)));
  for (const folder of new Set(paths.map((path) => dirname(path)))) await mkdir(join(to, folder), { recursive: true });
  await Promise.all(paths.map((path) => copyFile(join(root, path), join(to, path))));
  return new Set(paths);
}
