import type { CardFields } from '@tributary/contracts';

/** LlamaIndex keeps a copy of a point's metadata in the JSON of this field, and one of those of its file. */
export const COPY_OF_METADATA = '_node_content';

/** The names under which filters and hits have what stands at a place of a foreign payload: as its card calls it, and as it is called within the metadata. */
export function waysToPlace(place: string, { metadata }: Pick<CardFields, 'metadata'>): readonly string[] {
  return metadata !== '' && place.startsWith(`${metadata}.`) ? [place, place.slice(metadata.length + 1)] : [place];
}
