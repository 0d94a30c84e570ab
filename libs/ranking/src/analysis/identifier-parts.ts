/** Capitals before another word (`HTTP` of HTTPServer), a word with or without its capital, capitals alone, digits. Bounded: of the
 *  capitals before a small letter one is given back. */
const PARTS = /[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|[\p{Lu}\p{Lt}]+|\p{N}+/gu;

/** The parts of an identifier by camelCase, snake_case and digits: `getHTTPServer_v2` gives get, HTTP, Server, v, 2. A plain word gives itself. */
export function identifierParts(identifier: string): readonly string[] {
  return identifier.match(PARTS) ?? [];
}
