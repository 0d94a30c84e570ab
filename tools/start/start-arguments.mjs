// The arguments of `npm start` as the `tributary start` command takes them.

const OPTIONS_WITH_VALUE = new Set(['--port', '-p', '--host', '--data', '--config', '--name', '--example', '--token', '--url']);

/** What the repository is indexed as, whatever folder it was cloned into, and a question its own texts answer. */
const REPOSITORY = { '--name': 'tributary', '--example': 'how are documents cut into passages' };

/** Whoever gives one of these means other data than a command without it. */
const NAMING = /^--(?:data|config)(?:=|$)/;

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
  return [
    'start',
    '--called',
    calledWith(given, hasData ? undefined : dataFolder),
    ...(hasData ? [] : ['--data', dataFolder]),
    ...given,
    ...(hasPath || asksForHelp ? [] : [...ownOptions(given), root]),
  ];
}

/** The repository's own name and question, as far as the user gave none. */
function ownOptions(given) {
  return Object.entries(REPOSITORY).flatMap(([option, value]) =>
    given.some((argument) => argument.split('=')[0] === option) ? [] : [option, value],
  );
}

/** The command as it works in a clone where nothing was put on the PATH, for the same data. */
function calledWith(given, dataFolder) {
  const chosen = given.filter((argument, position) => NAMING.test(argument) || ['--data', '--config'].includes(given[position - 1] ?? ''));
  // Without a configuration the command finds that folder by itself.
  const named = chosen.length > 0 && dataFolder !== undefined ? ['--data', dataFolder, ...chosen] : chosen;
  return ['npm run -s tributary --', ...named.map((argument) => (/\s/.test(argument) ? `"${argument}"` : argument))].join(' ');
}
