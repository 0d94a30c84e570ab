export { NearDuplicates } from './duplicates/near-duplicates.js';
export { sketchOf } from './duplicates/sketch.js';
export { detectLanguage } from './language/detect-language.js';
export { maskFields } from './secrets/mask-fields.js';
export { maskSecrets, type MaskedText } from './secrets/mask-secrets.js';
export type { Secret } from './secrets/secret.js';
