import { foreignPayload, type ForeignCollection, type ForeignPoint } from '@tributary/engines-port';
import { anybody, mayReadRow, type CardFields } from '@tributary/contracts';

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** What a card says of the content. */
export interface Description {
  readonly description: string;
  readonly description_generated: boolean;
}

/** The description its maker gave, else one made of titles or first words of some of its passages. Where it is said whose the passages are, it tells only
 *  of those that everybody may read, and not how many there are. */
export function describeContent(
  { name, points, metadata }: ForeignCollection,
  sample: readonly ForeignPoint[],
  fields: CardFields,
): Description {
  const written = metadata['description'];
  if (typeof written === 'string' && written.trim() !== '') return { description: written.trim(), description_generated: false };
  const examples = new Set(
    sample.flatMap((point) => {
      const { title, content, user_id, acl } = foreignPayload(point, name, fields);
      if (!mayReadRow(anybody, { user_id, acl })) return [];
      const words = (title === '' ? content : title).replace(/\s+/gu, ' ').trim();
      return words === '' ? [] : [words.length > LONGEST_EXAMPLE ? `${words.slice(0, LONGEST_EXAMPLE).trimEnd()}…` : words];
    }),
  );
  const some = [...examples].slice(0, EXAMPLES);
  const isShared = fields.user_id !== undefined || fields.acl !== undefined;
  const what = isShared ? 'Passages of several users' : points === 1 ? '1 passage' : `${points.toString()} passages`;
  return { description: some.length === 0 ? what : `${what}, such as: ${some.join(' · ')}`, description_generated: true };
}
