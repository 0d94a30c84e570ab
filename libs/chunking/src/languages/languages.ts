/** How a language is taken apart. */
export type Shape = 'markdown' | 'prose' | 'code' | 'data';

interface Language {
  readonly shape: Shape;
  readonly extensions: readonly string[];
  readonly names?: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  markdown: {
    shape: 'markdown',
    extensions: ['md', 'markdown', 'mdown', 'mkd', 'mdx', 'qmd', 'rmd'],
    names: ['readme', 'changelog', 'contributing'],
  },
  text: { shape: 'prose', extensions: ['txt', 'text', 'log'], names: ['license', 'licence', 'copying', 'notice', 'authors'] },
  rst: { shape: 'prose', extensions: ['rst'] },
  asciidoc: { shape: 'prose', extensions: ['adoc', 'asciidoc', 'asc'] },
  org: { shape: 'prose', extensions: ['org'] },
  latex: { shape: 'prose', extensions: ['tex', 'latex'] },
  html: { shape: 'prose', extensions: ['html', 'htm', 'xhtml'] },
  typescript: { shape: 'code', extensions: ['ts', 'tsx', 'mts', 'cts'] },
  javascript: { shape: 'code', extensions: ['js', 'jsx', 'mjs', 'cjs'] },
  python: { shape: 'code', extensions: ['py', 'pyi', 'pyw'] },
  rust: { shape: 'code', extensions: ['rs'] },
  go: { shape: 'code', extensions: ['go'] },
  java: { shape: 'code', extensions: ['java'] },
  kotlin: { shape: 'code', extensions: ['kt', 'kts'] },
  scala: { shape: 'code', extensions: ['scala', 'sc'] },
  groovy: { shape: 'code', extensions: ['groovy', 'gradle'] },
  c: { shape: 'code', extensions: ['c', 'h'] },
  cpp: { shape: 'code', extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'ino'] },
  csharp: { shape: 'code', extensions: ['cs'] },
  swift: { shape: 'code', extensions: ['swift'] },
  dart: { shape: 'code', extensions: ['dart'] },
  ruby: { shape: 'code', extensions: ['rb', 'rake', 'gemspec'], names: ['rakefile', 'gemfile'] },
  php: { shape: 'code', extensions: ['php'] },
  perl: { shape: 'code', extensions: ['pl', 'pm'] },
  lua: { shape: 'code', extensions: ['lua'] },
  r: { shape: 'code', extensions: ['r'] },
  julia: { shape: 'code', extensions: ['jl'] },
  elixir: { shape: 'code', extensions: ['ex', 'exs'] },
  erlang: { shape: 'code', extensions: ['erl', 'hrl'] },
  haskell: { shape: 'code', extensions: ['hs'] },
  ocaml: { shape: 'code', extensions: ['ml', 'mli'] },
  fsharp: { shape: 'code', extensions: ['fs', 'fsx'] },
  clojure: { shape: 'code', extensions: ['clj', 'cljs', 'cljc', 'edn'] },
  lisp: { shape: 'code', extensions: ['lisp', 'el', 'scm', 'rkt'] },
  zig: { shape: 'code', extensions: ['zig'] },
  nim: { shape: 'code', extensions: ['nim'] },
  solidity: { shape: 'code', extensions: ['sol'] },
  shell: { shape: 'code', extensions: ['sh', 'bash', 'zsh', 'fish'] },
  powershell: { shape: 'code', extensions: ['ps1', 'psm1'] },
  batch: { shape: 'code', extensions: ['bat', 'cmd'] },
  sql: { shape: 'code', extensions: ['sql'] },
  vue: { shape: 'code', extensions: ['vue'] },
  svelte: { shape: 'code', extensions: ['svelte'] },
  css: { shape: 'code', extensions: ['css', 'scss', 'sass', 'less'] },
  terraform: { shape: 'code', extensions: ['tf', 'hcl'] },
  protobuf: { shape: 'code', extensions: ['proto'] },
  graphql: { shape: 'code', extensions: ['graphql', 'gql'] },
  cmake: { shape: 'code', extensions: ['cmake'] },
  make: { shape: 'code', extensions: ['mk'], names: ['makefile', 'gnumakefile', 'justfile'] },
  dockerfile: { shape: 'code', extensions: ['dockerfile'], names: ['dockerfile', 'containerfile'] },
  json: { shape: 'data', extensions: ['json', 'jsonc', 'json5', 'geojson', 'webmanifest', 'ipynb'] },
  yaml: { shape: 'data', extensions: ['yaml', 'yml'] },
  toml: { shape: 'data', extensions: ['toml'] },
  ini: { shape: 'data', extensions: ['ini', 'cfg', 'conf', 'properties', 'editorconfig'] },
  xml: { shape: 'data', extensions: ['xml', 'xsd', 'xsl', 'plist', 'csproj'] },
  jsonl: { shape: 'data', extensions: ['jsonl', 'ndjson'] },
  csv: { shape: 'data', extensions: ['csv', 'tsv'] },
};

/** Tables are read like documents, configuration like code. */
const DATA_FOR_READERS = new Set(['csv', 'jsonl']);

const byExtension = new Map(
  Object.entries(LANGUAGES).flatMap(([name, { extensions }]) => extensions.map((extension) => [extension, name])),
);
const byFileName = new Map(Object.entries(LANGUAGES).flatMap(([name, { names = [] }]) => names.map((fileName) => [fileName, name])));

/** The language a file is written in, told by its name alone: `typescript`, `markdown`, `yaml`, …; undefined when the name does not tell. */
export function languageOf(path: string): string | undefined {
  const fileName = (path.split('/').at(-1) ?? path).toLowerCase();
  const dot = fileName.lastIndexOf('.');
  const extension = dot >= 0 ? byExtension.get(fileName.slice(dot + 1)) : undefined;
  return extension ?? byFileName.get(fileName) ?? byFileName.get(dot > 0 ? fileName.slice(0, fileName.indexOf('.')) : fileName);
}

/** Whether a file goes into the collection of code (programs and their configuration) or into that of documents. */
export function documentTypeOf(path: string): 'code' | 'doc' {
  const language = languageOf(path);
  const shape = language === undefined ? undefined : shapeOf(language);
  if (shape === undefined || language === undefined) return 'doc';
  return shape === 'code' || (shape === 'data' && !DATA_FOR_READERS.has(language)) ? 'code' : 'doc';
}

/** How documents of a language are taken apart; undefined for a language not listed. */
export function shapeOf(language: string): Shape | undefined {
  return LANGUAGES[language]?.shape;
}
