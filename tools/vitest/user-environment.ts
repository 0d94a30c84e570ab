/** Variables with which a user configures Tributary or a dialect; a test must not act on them. */
const USER_VARIABLE = /^(TRIBUTARY|QDRANT|CHROMA|REDIS|EMBEDDING|COLLECTION|FASTEMBED|OLLAMA|OPENAI|NEXTCLOUD|TOOL)_/;

/** What steers the tests themselves: addresses of servers, and how much to run. */
const TEST_VARIABLE = 'TRIBUTARY_TEST_';

/** Removes the user's own variables from `environment` and returns their names. */
export function clearUserEnvironment(environment: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(environment).filter((name) => USER_VARIABLE.test(name) && !name.startsWith(TEST_VARIABLE));
  for (const name of names) Reflect.deleteProperty(environment, name);
  return names;
}
