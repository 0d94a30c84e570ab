/** Names whose values people choose, and those whose values are drawn at random. */
export type SecretName = 'password' | 'secret-value';

/** Words in names of passwords. */
const PASSWORD = /passw(?:or)?d|passphrase|pwd|passwort|kennwort|contrase[ñn]a|wachtwoord|senha$|^passe$|mot[_-]?de[_-]?passe/i;
/** Words in names of keys and tokens. */
const DRAWN = /secret|token|credential|(?:api|access|private|auth|account|encryption|signing|shared|master)[_-]?key/i;
/** Words with `token` in them that mean parts of a text. */
const OF_TEXTS = /tokeni[sz](?:er|ation|ed|e|ing)?s?/gi;
/** What names of things about secrets end in. */
const ABOUT = [
  'id',
  'name',
  'path',
  'file',
  'url',
  'uri',
  'ref',
  'reference',
  'arn',
  'algorithm',
  'type',
  'field',
  'class',
  'hint',
  'label',
  'cookie',
  'header',
  'prefix',
  'suffix',
  'version',
  'endpoint',
  'provider',
  'policy',
  'pattern',
  'format',
  'env',
  'var',
  'variable',
];
const ends = (words: readonly string[]) => words.join('|');
const SNAKE_ABOUT = new RegExp(`[_-](?:${ends(ABOUT)})s?$`, 'i');
const CAMEL_ABOUT = new RegExp(`[a-z\\d](?:${ends(ABOUT.map((word) => word.charAt(0).toUpperCase() + word.slice(1)))}|ID|URL|URI|ARN)s?$`);
/** The key under which a password stands elsewhere, and how passwords are hashed. */
const ABOUT_PASSWORDS = /(?:key|hash|hasher|hashing|encoder|digest)$/i;
/** Names that are passwords, and nothing about them. */
const ENDS_IN_PASSWORD =
  /(?:passw(?:or)?d|passphrase|pwd|passwort|kennwort|contrase[ñn]a|wachtwoord|senha|passe)(?:[_-]?(?:\d{1,2}|prod|production|dev|development|test|staging|live|local|root|admin|user))?_*$/i;

/** What a value assigned to this name is; undefined where the name says of no secret. */
export function secretNameOf(name: string): SecretName | undefined {
  const isPassword = PASSWORD.test(name);
  if (!isPassword && !DRAWN.test(name)) return undefined;
  if (SNAKE_ABOUT.test(name) || CAMEL_ABOUT.test(name)) return undefined;
  if (isPassword) return ABOUT_PASSWORDS.test(name) ? 'secret-value' : 'password';
  return DRAWN.test(name.replace(OF_TEXTS, '')) ? 'secret-value' : undefined;
}

/** Whether a name is that of a password alone: `POSTGRES_PASSWORD`, not `passwordStrength`. */
export function isPasswordItself(name: string): boolean {
  return ENDS_IN_PASSWORD.test(name) && !/^_*(?:1|last)pass/i.test(name);
}
