import { ACL_NOBODY, mayReadRow, type DocumentInput, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

const KINDS = ['user:', 'group:'];

/** Refuses a list of readers in which a name is written as none is looked for: who is meant would not read it. @throws `DOCUMENT.INVALID` */
export function requireReaders(acl: DocumentInput['acl']): void {
  const unknown = acl?.find((name) => !isReader(name));
  if (unknown === undefined) return;
  throw permanent(
    'DOCUMENT.INVALID',
    `acl: ${JSON.stringify(unknown.slice(0, 60))} names nobody: write user:<id>, group:<name>, or * for everybody, without blanks around the name; an empty list is nobody.`,
  );
}

/** A document that its author reads, too, where he names readers: by a name or a group of his, else by his own name. Nobody at all (`acl: []`) stays nobody. */
export function readByItsAuthor<Document extends Pick<DocumentInput, 'acl'>>(author: Principal, document: Document): Document {
  const { acl } = document;
  const { user_id: user } = author;
  if (user === undefined || acl === undefined || acl.every((name) => name === ACL_NOBODY) || mayReadRow(author, { acl })) return document;
  return { ...document, acl: [...acl, `user:${user}`] };
}

function isReader(name: string): boolean {
  return name === '*' || name === ACL_NOBODY || KINDS.some((kind) => name.startsWith(kind) && isName(name.slice(kind.length)));
}

/** A name that somebody may have: a pattern, what a copied line brought along and what cannot be seen is none. */
function isName(name: string): boolean {
  return name !== '' && name !== '*' && name.trim() === name && !/[\p{Cc}\p{Zl}\p{Zp}\u200b\u2060\ufeff]/u.test(name);
}
