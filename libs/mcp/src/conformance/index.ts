export { conformanceDialect } from './conformance-dialect.js';
