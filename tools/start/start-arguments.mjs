// The arguments of `npm start` as the `tributary start` command takes them.

const OPTIONS_WITH_VALUE = new Set(['--port', '--host', '--data', '--config']);

/**
 * Without a folder the repository itself is indexed; without `--data` its `.tributary` folder holds the data.
 * @param {readonly string[]} given what the user wrote after `npm start --`
 * @param {{ root: string, dataFolder: string }} defaults
 * @returns {string[]}
 */
export function startArguments(given, { root, dataFolder }) {
  const hasData = given.some((argument) => argument === '--data' || argument.startsWith('--data='));
  const hasPath = given.some((argument, position) => !argument.startsWith('-') && !OPTIONS_WITH_VALUE.has(given[position - 1] ?? ''));
  const asksForHelp = given.includes('--help') || given.includes('-h');
  return ['start', ...(hasData ? [] : ['--data', dataFolder]), ...given, ...(hasPath || asksForHelp ? [] : [root])];
}
