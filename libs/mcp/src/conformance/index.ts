export { conformanceDialect } from './conformance-dialect.js';
export { NOT_APPLICABLE, type NotApplicable } from './not-applicable.js';
