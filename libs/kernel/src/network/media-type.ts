/** The media type of a header `content-type`, without parameters and in small letters, as types are compared; empty where there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}
