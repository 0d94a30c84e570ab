import { languageOf, shapeOf } from '@tributary/chunking';

const KEY_FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.password-store']);
const KEY_FILES = new Set([
  '.netrc',
  '_netrc',
  '.pgpass',
  '.git-credentials',
  '.npmrc',
  '.pypirc',
  '.htpasswd',
  '.dockercfg',
  'credentials.json',
  '.vault-token',
]);
/** In folders that hold other files as well. */
const KEY_PATHS = /(?:^|\/)\.docker\/config\.json$/;
const KEY_EXTENSIONS = /\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|kdb|ppk|gpg|age|ovpn)$/;
/** As GnuPG writes keys, signatures and what it encrypted; under names that documents have as well: `.asc` is AsciiDoc, too. */
const ARMOUR = /^-----BEGIN PGP (?:(?:PRIVATE|PUBLIC) KEY BLOCK|MESSAGE|SIGNATURE)-----/;
/** `id_rsa`, `id_ed25519_sk`, `id_rsa.bak`; not the public half. */
const PRIVATE_KEYS = /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/;
/** `.env`, `.envrc`, `.env.local`, `prod.env`; not the samples that are meant to be read. */
const ENVIRONMENT = /^(?:\.env(?:rc|\..*)?|.+\.env)$/;
const SAMPLE = /\.(?:example|sample|template|dist|defaults?)$|^(?:.*[._-])?(?:example|sample|template)\.env$/;
/** Languages in which environments are written down as well (`.env.sh`, `.env.local.php`); in others, programs and pages are about them. */
const OF_ENVIRONMENTS = new Set(['shell', 'powershell', 'batch', 'php']);

/** Whether a relative path names a file, or lies in a folder, that holds keys or passwords; told by names alone, whatever their case. */
export function isSecret(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  return (
    parts.some((part) => KEY_FOLDERS.has(part)) ||
    KEY_FILES.has(name) ||
    KEY_PATHS.test(parts.join('/')) ||
    KEY_EXTENSIONS.test(name) ||
    (PRIVATE_KEYS.test(name) && (languageOf(name) ?? 'text') === 'text') ||
    isEnvironment(name)
  );
}

/** Whether a file holds nothing but a key, a signature or what is encrypted, as text. */
export function isArmoured(bytes: Uint8Array): boolean {
  return ARMOUR.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1'));
}

function isEnvironment(name: string): boolean {
  if (!ENVIRONMENT.test(name) || SAMPLE.test(name)) return false;
  const language = languageOf(name);
  return language === undefined || OF_ENVIRONMENTS.has(language) || shapeOf(language) === 'data';
}
