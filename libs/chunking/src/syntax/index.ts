export { chunkByLines, chunkWithSyntax, isCode } from './chunk-with-syntax.js';
export { GRAMMAR_FILES } from './languages/grammar-files.js';
export { SyntaxParser, type ReadGrammar } from './syntax-parser.js';
