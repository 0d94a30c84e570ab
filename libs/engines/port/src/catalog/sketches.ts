/** The kind of the records that say what a collection is about; a search makes them and can make them anew. */
export const SKETCHES = 'sketch';

/** The key of the sketch of what an engine holds under a physical name. */
export function sketchKey(engine: string, name: string): string {
  return `${engine}/${name}`;
}
