export { NearDuplicates } from './duplicates/near-duplicates.js';
export { sketchOf } from './duplicates/sketch.js';
export { detectLanguage } from './language/detect-language.js';
export { maskField } from './secrets/mask-field.js';
export { maskSecrets, type MaskedText } from './secrets/mask-secrets.js';
export type { Secret } from './secrets/secret.js';
