export { describeDifferential, type DifferentialEngine } from './describe-differential.js';
export { describeForeign, type ForeignSuite } from './describe-foreign.js';
export { foreignCard } from './samples/random-foreign.js';
export { describeEngine } from './describe-engine.js';
export type { EngineHarness, EngineSuite, SuiteAnalyser, SuiteContext } from './harness.js';
