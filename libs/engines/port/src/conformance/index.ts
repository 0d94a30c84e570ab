export { describeDifferential, type DifferentialEngine } from './describe-differential.js';
export { describeEngine } from './describe-engine.js';
export type { EngineHarness, EngineSuite, SuiteAnalyser, SuiteContext } from './harness.js';
