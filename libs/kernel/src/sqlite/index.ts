export { SQLITE, extendedCodeOf, isBusy, isDamage, resultCodeOf } from './result-code.js';
