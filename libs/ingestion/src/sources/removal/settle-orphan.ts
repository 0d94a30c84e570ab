import type { DocumentRecord } from '@tributary/engines-port';
import { physicalName } from '@tributary/engines-port';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { rowKey } from '../../documents/row-key.js';
import { DocumentRemoval } from '../../documents/document-removal.js';
import { leftBy } from './left-documents.js';
import { RemovalNotes } from './removal-notes.js';

type OrphanCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'crashAt'>;

/** Settles a document whose file can no longer be read because its source was removed while it waited: what was indexed of it before stays if the
 *  source's documents were to be kept, and goes otherwise. */
export async function settleOrphan(collaborators: OrphanCollaborators, row: DocumentRecord): Promise<void> {
  const { catalog, engines, clock } = collaborators;
  const collection = await catalog.collections.get(row.collection);
  if (collection === undefined || collection.removed) return;
  const note = await new RemovalNotes(engines.primary.records).get(row.source);
  const physical = physicalName(collection.name, collection.generation);
  const [stored] = await engines.get(collection.engine).fences(physical, [row.doc_id]);
  const mayStay = note?.keep_documents ?? true;
  if (stored === undefined || stored.deleted || !mayStay) {
    await new DocumentRemoval(collaborators).remove(collection, [{ key: row.key, version: row.version, onlyVersion: true }]);
    return;
  }
  await catalog.documents.change(rowKey(row), (present) => {
    if (present?.version !== row.version || present.state === 'deleted') return { keep: true };
    const { error: _past, file: _gone, ...rest } = present;
    // Without a note its source is long removed, and has left it already.
    const left = note === undefined ? { ...rest, source: '' } : leftBy(note, rest);
    return { set: { ...left, state: 'indexed', version: stored.version, hash: stored.hash, indexed_at: clock.now() } };
  });
}
