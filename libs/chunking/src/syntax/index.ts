export { chunkByLines, chunkWithSyntax, isCode } from './chunk-with-syntax.js';
export { GRAMMARS, type Grammar } from './languages/grammars.js';
export { SyntaxParser, type ReadGrammar } from './syntax-parser.js';
