/** Which files vitest looks at: what has no small form, or needs a container engine, runs only where it is asked for. */
export function testFiles(environment: NodeJS.ProcessEnv = process.env): { readonly include: string[]; readonly exclude: string[] } {
  const never = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];
  if (environment['TRIBUTARY_TEST_CONTAINERS'] === '1') return { include: ['tools/**/*.containers.test.ts'], exclude: never };
  const isLong = environment['TRIBUTARY_TEST_LONG'] === '1';
  return {
    include: ['{apps,libs}/**/src/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: [...never, '**/*.containers.test.ts', ...(isLong ? [] : ['**/*.long.test.ts'])],
  };
}
