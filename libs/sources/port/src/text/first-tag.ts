const BEFORE = /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?/;
const COMMENT = { begins: '<!--', ends: '-->' };

/** A page from its first tag on: without the mark of its encoding, the declaration of XML and the comments before it. */
export function fromFirstTag(page: string): string {
  let rest = page.replace(BEFORE, '');
  while (rest.startsWith(COMMENT.begins)) {
    const end = rest.indexOf(COMMENT.ends, COMMENT.begins.length);
    if (end === -1) return rest;
    rest = rest.slice(end + COMMENT.ends.length).trimStart();
  }
  return rest;
}
