/** How a language is taken apart. */
export type Shape = 'markdown' | 'prose' | 'code' | 'data';

interface Language {
  readonly shape: Shape;
  readonly extensions: readonly string[];
  /** Of files, whatever stands behind a dot (`Dockerfile.prod`). */
  readonly names?: readonly string[];
  /** Whole names as they are spelt, endings and all, that go before what an ending tells. */
  readonly fullNames?: readonly string[];
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
  go: { shape: 'code', extensions: ['go'], fullNames: ['go.mod', 'go.work'] },
  java: { shape: 'code', extensions: ['java'] },
  kotlin: { shape: 'code', extensions: ['kt', 'kts'] },
  scala: { shape: 'code', extensions: ['scala', 'sc'] },
  groovy: { shape: 'code', extensions: ['groovy', 'gradle'], names: ['jenkinsfile'] },
  c: { shape: 'code', extensions: ['c', 'h'] },
  cpp: { shape: 'code', extensions: ['cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'ino'] },
  csharp: { shape: 'code', extensions: ['cs'] },
  swift: { shape: 'code', extensions: ['swift'] },
  dart: { shape: 'code', extensions: ['dart'] },
  ruby: {
    shape: 'code',
    extensions: ['rb', 'rake', 'gemspec'],
    names: ['rakefile', 'gemfile', 'podfile', 'brewfile', 'vagrantfile', 'fastfile'],
  },
  php: { shape: 'code', extensions: ['php'] },
  perl: { shape: 'code', extensions: ['pl', 'pm'] },
  lua: { shape: 'code', extensions: ['lua'] },
  r: { shape: 'code', extensions: ['r'] },
  julia: { shape: 'code', extensions: ['jl'] },
  elixir: { shape: 'code', extensions: ['ex', 'exs'] },
  gleam: { shape: 'code', extensions: ['gleam'] },
  erlang: { shape: 'code', extensions: ['erl', 'hrl'] },
  haskell: { shape: 'code', extensions: ['hs', 'lhs'] },
  ocaml: { shape: 'code', extensions: ['ml', 'mli', 'mll', 'mly'] },
  fsharp: { shape: 'code', extensions: ['fs', 'fsi', 'fsx'] },
  clojure: { shape: 'code', extensions: ['clj', 'cljs', 'cljc', 'edn'] },
  lisp: { shape: 'code', extensions: ['lisp', 'el', 'scm', 'rkt'] },
  zig: { shape: 'code', extensions: ['zig'] },
  nim: { shape: 'code', extensions: ['nim'] },
  solidity: { shape: 'code', extensions: ['sol'] },
  shell: {
    shape: 'code',
    extensions: ['sh', 'bash', 'zsh', 'fish', 'ksh', 'bats', 'bashrc', 'bash_profile', 'zshrc', 'zshenv', 'zprofile'],
    names: ['gradlew', 'mvnw'],
  },
  powershell: { shape: 'code', extensions: ['ps1', 'psm1'] },
  batch: { shape: 'code', extensions: ['bat', 'cmd'] },
  sql: { shape: 'code', extensions: ['sql'] },
  vue: { shape: 'code', extensions: ['vue'] },
  svelte: { shape: 'code', extensions: ['svelte'] },
  css: { shape: 'code', extensions: ['css', 'scss', 'sass', 'less', 'styl', 'pcss'] },
  terraform: { shape: 'code', extensions: ['tf', 'tfvars', 'hcl'] },
  protobuf: { shape: 'code', extensions: ['proto'] },
  graphql: { shape: 'code', extensions: ['graphql', 'gql'] },
  cmake: { shape: 'code', extensions: ['cmake'], fullNames: ['CMakeLists.txt'] },
  make: { shape: 'code', extensions: ['mk'], names: ['makefile', 'gnumakefile', 'justfile'] },
  dockerfile: { shape: 'code', extensions: ['dockerfile'], names: ['dockerfile', 'containerfile'] },
  'objective-c': { shape: 'code', extensions: ['m', 'mm'] },
  cuda: { shape: 'code', extensions: ['cu', 'cuh'] },
  fortran: { shape: 'code', extensions: ['f', 'for', 'f77', 'f90', 'f95', 'f03', 'f08'] },
  assembly: { shape: 'code', extensions: ['asm', 's'] },
  verilog: { shape: 'code', extensions: ['v', 'vh'] },
  systemverilog: { shape: 'code', extensions: ['sv', 'svh'] },
  vhdl: { shape: 'code', extensions: ['vhd', 'vhdl'] },
  nix: { shape: 'code', extensions: ['nix'] },
  elm: { shape: 'code', extensions: ['elm'] },
  purescript: { shape: 'code', extensions: ['purs'] },
  astro: { shape: 'code', extensions: ['astro'] },
  gdscript: { shape: 'code', extensions: ['gd'] },
  cython: { shape: 'code', extensions: ['pyx', 'pxd', 'pxi'] },
  glsl: { shape: 'code', extensions: ['glsl', 'vert', 'frag', 'geom', 'comp'] },
  hlsl: { shape: 'code', extensions: ['hlsl'] },
  wgsl: { shape: 'code', extensions: ['wgsl'] },
  metal: { shape: 'code', extensions: ['metal'] },
  thrift: { shape: 'code', extensions: ['thrift'] },
  capnp: { shape: 'code', extensions: ['capnp'] },
  flatbuffers: { shape: 'code', extensions: ['fbs'] },
  prisma: { shape: 'code', extensions: ['prisma'] },
  'visual-basic': { shape: 'code', extensions: ['vb', 'vbs', 'bas'] },
  pascal: { shape: 'code', extensions: ['pas', 'dpr'] },
  ada: { shape: 'code', extensions: ['adb', 'ads'] },
  cobol: { shape: 'code', extensions: ['cob', 'cbl'] },
  d: { shape: 'code', extensions: ['d'] },
  crystal: { shape: 'code', extensions: ['cr'] },
  haxe: { shape: 'code', extensions: ['hx'] },
  tcl: { shape: 'code', extensions: ['tcl'] },
  awk: { shape: 'code', extensions: ['awk'] },
  vim: { shape: 'code', extensions: ['vim', 'vimrc'] },
  coffeescript: { shape: 'code', extensions: ['coffee'] },
  rescript: { shape: 'code', extensions: ['res', 'resi'] },
  odin: { shape: 'code', extensions: ['odin'] },
  qml: { shape: 'code', extensions: ['qml'] },
  bicep: { shape: 'code', extensions: ['bicep'] },
  rego: { shape: 'code', extensions: ['rego'] },
  cue: { shape: 'code', extensions: ['cue'] },
  jsonnet: { shape: 'code', extensions: ['jsonnet', 'libsonnet'] },
  puppet: { shape: 'code', extensions: ['pp'] },
  erb: { shape: 'code', extensions: ['erb'] },
  ejs: { shape: 'code', extensions: ['ejs'] },
  razor: { shape: 'code', extensions: ['cshtml', 'razor'] },
  handlebars: { shape: 'code', extensions: ['hbs', 'handlebars', 'mustache'] },
  jinja: { shape: 'code', extensions: ['jinja', 'jinja2', 'j2'] },
  twig: { shape: 'code', extensions: ['twig'] },
  liquid: { shape: 'code', extensions: ['liquid'] },
  pug: { shape: 'code', extensions: ['pug'] },
  haml: { shape: 'code', extensions: ['haml'] },
  starlark: { shape: 'code', extensions: ['bzl', 'bazel', 'star'], fullNames: ['BUILD', 'WORKSPACE'] },
  meson: { shape: 'code', extensions: [], fullNames: ['meson.build'] },
  json: { shape: 'data', extensions: ['json', 'jsonc', 'json5', 'geojson', 'webmanifest', 'ipynb'] },
  yaml: { shape: 'data', extensions: ['yaml', 'yml'] },
  toml: { shape: 'data', extensions: ['toml'] },
  ini: { shape: 'data', extensions: ['ini', 'cfg', 'conf', 'properties', 'editorconfig'] },
  xml: {
    shape: 'data',
    extensions: ['xml', 'xsd', 'xsl', 'wsdl', 'plist', 'csproj', 'vcxproj', 'fsproj', 'vbproj', 'xaml', 'xib', 'storyboard'],
  },
  jsonl: { shape: 'data', extensions: ['jsonl', 'ndjson'] },
  csv: { shape: 'data', extensions: ['csv', 'tsv'] },
};

/** Tables are read like documents, configuration like code. */
const DATA_FOR_READERS = new Set(['csv', 'jsonl']);

const byExtension = new Map(
  Object.entries(LANGUAGES).flatMap(([name, { extensions }]) => extensions.map((extension) => [extension, name])),
);
const byFileName = new Map(Object.entries(LANGUAGES).flatMap(([name, { names = [] }]) => names.map((fileName) => [fileName, name])));
const byFullName = new Map(Object.entries(LANGUAGES).flatMap(([name, { fullNames = [] }]) => fullNames.map((full) => [full, name])));

/** The language a file is written in, told by its name alone: `typescript`, `markdown`, `yaml`, …; undefined when the name does not tell. */
export function languageOf(path: string): string | undefined {
  const fullName = path.split('/').at(-1) ?? path;
  const known = byFullName.get(fullName);
  if (known !== undefined) return known;
  const fileName = fullName.toLowerCase();
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
