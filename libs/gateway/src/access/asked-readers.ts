import { fieldsOf, type Filter, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Refuses a filter by readers: a hit would tell who else may read it, which the owner alone is told. The rows a caller may not see are left out by a condition
 *  of the server’s own. @throws `ACCESS.DENIED` */
export function requireNoReadersAsked(principal: Principal, { filter }: { readonly filter?: Filter | undefined }): void {
  if (principal.unrestricted || filter === undefined || !fieldsOf(filter).some(isReaders)) return;
  throw permanent(
    'ACCESS.DENIED',
    'A filter by acl is for the owner of the server alone, since it would tell who else may read a document: leave that condition out. What you may not read is left out anyway.',
    { category: 'denied' },
  );
}

/** The list of readers, an element of it, or its name in quotes. */
function isReaders(field: string): boolean {
  return field.split(/[.[]/, 1)[0]?.replaceAll('"', '') === 'acl';
}
