// The arguments of `npm start` as the `tributary start` command takes them.

const OPTIONS_WITH_VALUE = new Set(['--port', '-p', '--host', '--data', '--config', '--name', '--example', '--token', '--url']);

/** The command as it works in a clone where nothing was put on the PATH. */
const CALLED = 'npm run -s tributary --';

/**
 * Without a folder the repository is named as the one to begin with; whether it is indexed the data folder decides.
 * @param {readonly string[]} given what the user wrote after `npm start --`
 * @param {{ root: string }} defaults
 * @returns {string[]}
 */
export function startArguments(given, { root }) {
  const hasPath = given.some((argument, position) => !argument.startsWith('-') && !OPTIONS_WITH_VALUE.has(given[position - 1] ?? ''));
  const asksForHelp = given.includes('--help') || given.includes('-h');
  return ['start', '--called', CALLED, ...given, ...(hasPath || asksForHelp ? [] : ['--own-folder', root])];
}
