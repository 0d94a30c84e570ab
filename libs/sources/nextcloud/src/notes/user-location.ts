const LONGEST_NAME = 256;

/** Where the notes of a user are, in one spelling. */
export function locationOf(url: string, user: string): string {
  return `${url.replace(/(?<!\/)\/+$/, '')}/#${encodeURIComponent(user)}`;
}

/** The user that a location names: his name alone, or what `locationOf` made of it. */
export function userOf(location: string): string | undefined {
  const hash = location.indexOf('/#');
  const name = hash < 0 ? location : decode(location.slice(hash + 2));
  return name === undefined || whyNoUser(name) !== undefined ? undefined : name;
}

/** Why nobody can be called so whose notes are read: as a user of Nextcloud is (letters, digits, blanks and `_.@-'`), or as an issuer of tokens calls him. */
export function whyNoUser(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST_NAME) return `it has more than ${LONGEST_NAME.toString()} characters`;
  if (/[/:]/.test(name)) return 'it has a slash or a colon';
  if (name.trim() !== name) return 'it begins or ends with a blank';
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? 'it has a line break or a control character' : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
