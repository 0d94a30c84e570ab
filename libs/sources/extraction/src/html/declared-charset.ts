const HEAD_BYTES = 2048;

/** The encoding that the media type or the head of the page names. */
export function declaredCharset(bytes: Uint8Array, mediaType = ''): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  const named = /charset\s*=\s*["']?([A-Za-z0-9_.:-]{1,40})/i;
  return (
    named.exec(mediaType)?.[1] ??
    named.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_.:-]{1,40})/i.exec(head)?.[1]
  );
}
