import type { Grammar } from './grammars.js';

const MANY = '@repomix/tree-sitter-wasms/out/tree-sitter-';

/** Files of the packages that bring WebAssembly modules which the parser (`runtime`) loads. */
export const GRAMMAR_FILES = {
  runtime: 'web-tree-sitter/web-tree-sitter.wasm',
  bash: '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
  c: `${MANY}c.wasm`,
  cpp: `${MANY}cpp.wasm`,
  csharp: `${MANY}c_sharp.wasm`,
  css: `${MANY}css.wasm`,
  dart: `${MANY}dart.wasm`,
  go: `${MANY}go.wasm`,
  java: `${MANY}java.wasm`,
  javascript: `${MANY}javascript.wasm`,
  kotlin: '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  lua: '@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm',
  php: `${MANY}php.wasm`,
  powershell: '@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm',
  python: `${MANY}python.wasm`,
  ruby: `${MANY}ruby.wasm`,
  rust: `${MANY}rust.wasm`,
  solidity: `${MANY}solidity.wasm`,
  swift: `${MANY}swift.wasm`,
  tsx: `${MANY}tsx.wasm`,
  typescript: `${MANY}typescript.wasm`,
  vue: `${MANY}vue.wasm`,
} as const satisfies Readonly<Record<Grammar | 'runtime', string>>;
