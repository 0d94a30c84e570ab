import type { Draft } from './draft.js';

const EMBEDDED = 'main';
const SHIPPED_MODEL = 'static';

/** Adds what goes without saying. Who names his own engines need not say which keeps the catalog: an embedded store, else a Qdrant; beside Chroma
 *  alone, which cannot, an embedded store is added. Who names his own models keeps the shipped one. */
export function fillIn(draft: Draft): void {
  const engines = draft.namesAt(['engines']);
  if (engines.length > 0 && draft.values['primary'] === undefined) draft.set(['primary'], choosePrimary(draft, engines), 'primary');
  const models = draft.namesAt(['models']);
  if (models.length > 0 && !models.includes(SHIPPED_MODEL)) draft.set(['models', SHIPPED_MODEL, 'type'], SHIPPED_MODEL, 'models.static');
}

function choosePrimary(draft: Draft, engines: readonly string[]): string {
  const ofType = (type: string) => engines.find((name) => draft.valueAt(['engines', name, 'type']) === type);
  const found = ofType('embedded') ?? ofType('qdrant');
  if (found !== undefined) return found;
  // Where nothing sensible is written, the checks that follow say so.
  if (ofType('chroma') !== undefined) draft.set(['engines', EMBEDDED, 'type'], 'embedded', `engines.${EMBEDDED}`);
  return EMBEDDED;
}
