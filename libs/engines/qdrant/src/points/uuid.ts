const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for a text that the server takes as the id of a point. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
