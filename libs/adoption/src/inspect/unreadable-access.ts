import type { CardFields } from '@tributary/contracts';
import { accessOf, type ForeignPoint } from '@tributary/engines-port';

/** Says how many of the points have an owner, or readers, that name nobody as they are written: who is no owner of everything sees none of these. */
export function unreadableAccess(points: readonly ForeignPoint[], fields: CardFields): readonly string[] {
  const access = points.map(({ payload }) => accessOf(payload, fields));
  const owners = access.filter((one) => one.owners?.length === 0).length;
  const readers = access.filter((one) => one.readers?.length === 0).length;
  const looked = points.length.toString();
  return [
    ...(owners === 0
      ? []
      : [
          `${owners.toString()} of the ${looked} points looked at have an owner (${fields.user_id ?? ''}) that names no user: none but the owner of the server sees them. An owner is a text, a whole number or a list of these.`,
        ]),
    ...(readers === 0
      ? []
      : [
          `${readers.toString()} of the ${looked} points looked at have readers (${fields.acl ?? ''}) that name nobody: none but the owner of the server sees them. Readers are a list of texts: user:<id>, group:<group> or *.`,
        ]),
  ];
}
