export { conformanceDialect } from './conformance-dialect.js';
export { NOT_APPLICABLE, type NotApplicable } from './not-applicable.js';
export { fuzz } from '../fuzzing/fuzz.fixture.js';
export { rawSender } from '../fuzzing/raw-messages.fixture.js';
export { makeTenants, rowsOf } from '../fuzzing/tenants.fixture.js';
