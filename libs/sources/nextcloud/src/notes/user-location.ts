const LONGEST_NAME = 256;

/** Where the notes of a user are, in one spelling. */
export function locationOf(url: string, user: string): string {
  return `${url.replace(/(?<!\/)\/+$/, '')}/#${encodeURIComponent(user)}`;
}

/** The user that a location names: his name alone, or what `locationOf` made of it. */
export function userOf(location: string): string | undefined {
  const hash = location.indexOf('/#');
  const name = hash < 0 ? location : decode(location.slice(hash + 2));
  return name === undefined || name === '' || name.length > LONGEST_NAME || /[/:\s]/.test(name) ? undefined : name;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
