/** Variables of a command whose user has no home: none is set, and no file of users knows him. */
export const NO_HOME: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { syncBuiltinESMExports } from 'node:module';
    import os from 'node:os';
    os.homedir = () => { throw new Error('uv_os_homedir returned ENOENT'); };
    syncBuiltinESMExports();`)}`,
};
