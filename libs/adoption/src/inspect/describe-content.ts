import { foreignPayload, type ForeignCollection, type ForeignPoint } from '@tributary/engines-port';
import type { CardFields } from '@tributary/contracts';

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** What a card says of the content. */
export interface Description {
  readonly description: string;
  readonly description_generated: boolean;
}

/** The description its maker gave, else one made of titles or first words of some of its passages. */
export function describeContent(
  { name, points, metadata }: ForeignCollection,
  sample: readonly ForeignPoint[],
  fields: CardFields,
): Description {
  const written = metadata['description'];
  if (typeof written === 'string' && written.trim() !== '') return { description: written.trim(), description_generated: false };
  const examples = new Set(
    sample.flatMap((point) => {
      const { title, content } = foreignPayload(point, name, fields);
      const words = (title === '' ? content : title).replace(/\s+/gu, ' ').trim();
      return words === '' ? [] : [words.length > LONGEST_EXAMPLE ? `${words.slice(0, LONGEST_EXAMPLE).trimEnd()}…` : words];
    }),
  );
  const some = [...examples].slice(0, EXAMPLES);
  const what = points === 1 ? '1 passage' : `${points.toString()} passages`;
  return { description: some.length === 0 ? what : `${what}, such as: ${some.join(' · ')}`, description_generated: true };
}
