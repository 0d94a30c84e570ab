// The arguments of `npm start` as the `tributary start` command takes them.

const OPTIONS_WITH_VALUE = new Set(['--port', '-p', '--host', '--data', '--config', '--name', '--example', '--token', '--url']);

/** What the repository is indexed as, whatever folder it was cloned into, and a question its own texts answer. */
const REPOSITORY = { '--name': 'tributary', '--example': 'how are documents cut into passages' };

/** The command as it works in a clone where nothing was put on the PATH. */
const CALLED = 'npm run -s tributary --';

/**
 * Without a folder the repository itself is indexed.
 * @param {readonly string[]} given what the user wrote after `npm start --`
 * @param {{ root: string }} defaults
 * @returns {string[]}
 */
export function startArguments(given, { root }) {
  const hasPath = given.some((argument, position) => !argument.startsWith('-') && !OPTIONS_WITH_VALUE.has(given[position - 1] ?? ''));
  const asksForHelp = given.includes('--help') || given.includes('-h');
  return ['start', '--called', CALLED, ...given, ...(hasPath || asksForHelp ? [] : [...ownOptions(given), root])];
}

/** The repository's own name and question, as far as the user gave none. */
function ownOptions(given) {
  return Object.entries(REPOSITORY).flatMap(([option, value]) =>
    given.some((argument) => argument.split('=')[0] === option) ? [] : [option, value],
  );
}
