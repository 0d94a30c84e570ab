/** Left out wherever they stand, and no rule of the user brings them back: version control, installed packages, our own data. */
export const ALWAYS_SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  'bower_components',
  '.tributary',
]);

/** Folders of build results, caches and environments; `!dist/` in an ignore file brings one back. */
const BUILD_FOLDERS = [
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '.venv',
  'venv',
  '__pycache__',
  '__pypackages__',
  'site-packages',
  '*.egg-info',
  '.eggs',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.ipynb_checkpoints',
  '.cache',
  '.parcel-cache',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.angular',
  '.astro',
  '.turbo',
  '.nx',
  '.yarn',
  '.pnpm-store',
  '.gradle',
  '.terraform',
  '.serverless',
  '.idea',
  'DerivedData',
  'Pods',
  '_build',
  'deps/*/ebin',
  'elm-stuff',
  'zig-cache',
  '.zig-cache',
  '.dart_tool',
];

/** Files that programs write and nobody reads. */
const GENERATED_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'composer.lock',
  'Gemfile.lock',
  'go.sum',
  'flake.lock',
  'mix.lock',
  'pubspec.lock',
  'Podfile.lock',
  'packages.lock.json',
  'gradle.lockfile',
  '*.min.js',
  '*.min.mjs',
  '*.min.css',
  '*-min.js',
  '*.bundle.js',
  '*.map',
  '*.tsbuildinfo',
  '.DS_Store',
  'Thumbs.db',
];

/** Versions of before that programs keep beside what is current: Syncthing, Logseq, Emacs and others. */
const OLD_VERSIONS = ['.stversions/', '**/logseq/bak/', '**/logseq/.recycle/', '*~'];

/** What somebody deleted: the bins of desktops, network storage and note programs, and what file systems keep of a file that is deleted while it is open. */
const BINS = [
  '.Trash/',
  '.Trash-*/',
  '.Trashes/',
  '.trash/',
  '$RECYCLE.BIN/',
  '$Recycle.Bin/',
  '\\#recycle/',
  '@Recycle/',
  'lost+found/',
  '.fuse_hidden*',
  '.nfs0*',
];

/** Every state of before of a whole file system, by its name. */
const SNAPSHOTS = ['.snapshot/', '.snapshots/', '.zfs/'];

/** What programs write beside a file that is open, is being written or was loaded in part, and what systems keep of it that do not know its disk. */
const FILES_BESIDE = [
  '\\#*#',
  '.~lock.*#',
  '~$*',
  '.goutputstream-*',
  '*.kate-swp',
  '*.crswap',
  '.syncthing.*.tmp',
  '~syncthing~*.tmp',
  '*.part',
  '*.crdownload',
  '._*',
  '.AppleDouble/',
  '@eaDir/',
];

export interface DefaultRule {
  readonly pattern: string;
  /** The reason given for what the rule leaves out. */
  readonly mark: 'ignored' | 'generated' | 'old-version';
}

/** The rules that stand before those of the user, in the syntax of .gitignore. */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  ...BUILD_FOLDERS.map((name) => ({ pattern: `${name}/`, mark: 'ignored' }) as const),
  ...[...GENERATED_FILES, ...FILES_BESIDE].map((name) => ({ pattern: name, mark: 'generated' }) as const),
  ...[...OLD_VERSIONS, ...BINS, ...SNAPSHOTS].map((pattern) => ({ pattern, mark: 'old-version' }) as const),
];
