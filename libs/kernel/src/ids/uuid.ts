const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text of a UUID of any version, in capitals or not. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
