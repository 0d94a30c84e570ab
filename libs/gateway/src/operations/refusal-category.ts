/** Of refusals of documents, where they are not about what was sent. */
const CATEGORIES: Readonly<Record<string, 'conflict' | 'denied'>> = { 'DOCUMENT.ID_TAKEN': 'conflict', 'ACCESS.DENIED': 'denied' };

/** What a document that was refused with this code makes of the call that handed it in. */
export function refusalCategory(code: string): 'conflict' | 'denied' | 'invalid' {
  return CATEGORIES[code] ?? 'invalid';
}
