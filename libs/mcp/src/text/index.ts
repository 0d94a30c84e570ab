export { coverageLine } from '../native/search.text.js';
export { counted, oneLine } from '../tools/quoted-text.js';
export { visibleText } from '../tools/visible-text.js';
