export { NearDuplicates } from './duplicates/near-duplicates.js';
export { sketchOf } from './duplicates/sketch.js';
export { detectLanguage } from './language/detect-language.js';
export { leaveOutPayloads, type Moved } from './payloads/leave-out-payloads.js';
export { maskFields } from './secrets/mask-fields.js';
export { maskSecrets, type MaskedText } from './secrets/mask-secrets.js';
export type { Secret } from './secrets/secret.js';
