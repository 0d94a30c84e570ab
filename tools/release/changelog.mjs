// npm run changelog [-- FROM]: what changed since a tag or commit (the last tag where none is named), by area, as a section of CHANGELOG.md.
import { execFileSync } from 'node:child_process';

/**
 * @param {readonly string[]} subjects of commits, `<area>: <what>`, newest first
 * @returns {string} Markdown, areas by name, what is oldest first in each
 */
export function changelogOf(subjects) {
  const entries = subjects.toReversed().flatMap((subject) => {
    const { area, what } = /^(?<area>[^:]{1,40}): (?<what>.+)$/.exec(subject)?.groups ?? {};
    return area === undefined || what === undefined ? [] : [{ area, what }];
  });
  const byArea = [...Map.groupBy(entries, ({ area }) => area)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byArea.map(([area, all]) => `### ${area}\n\n${[...new Set(all.map(({ what }) => `- ${what}`))].join('\n')}\n`).join('\n');
}

/**
 * @param {string} root the workspace root
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export function changelog(root, [from = lastTag(root)]) {
  const range = from === undefined ? ['HEAD'] : [`${from}..HEAD`];
  const subjects = git(root, ['log', '--no-merges', '--format=%s', ...range])
    .trimEnd()
    .split('\n');
  console.log(changelogOf(subjects));
  return Promise.resolve(0);
}

function lastTag(root) {
  const [tag] = git(root, ['tag', '--sort=-creatordate', '--merged', 'HEAD']).trim().split('\n');
  return tag === '' ? undefined : tag;
}

function git(root, args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
