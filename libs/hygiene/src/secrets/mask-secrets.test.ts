import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { madeSecrets } from '../testing/made-secrets.fixture.js';
import { findSecrets } from './find-secrets.js';
import { maskSecrets } from './mask-secrets.js';

const SECRETS = madeSecrets(new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED'])));
const unmarked = (text: string) => text.replaceAll(/[«»]/g, '');

describe('a secret', () => {
  it.each(SECRETS)('%s is found from its first character to its last', (rule, marked) => {
    const text = `first line\n  ${unmarked(marked)}\nlast line`;
    const start = `first line\n  ${marked}`.indexOf('«');
    const secret = { rule, start, end: start + marked.indexOf('»') - marked.indexOf('«') - 1 };
    expect(findSecrets(text)).toEqual([secret]);
  });

  it.each(SECRETS)('%s is masked in its place: no line and no column moves, its rule is named', (rule, marked) => {
    const text = `ä\n${unmarked(marked)}\r\nend`;
    const masked = maskSecrets(text);
    const [before = '', secret = '', after = ''] = `ä\n${marked}\r\nend`.split(/[«»]/);
    expect(masked.counts).toEqual({ [rule]: 1 });
    expect(masked.text.length).toBe(text.length);
    expect(masked.text.startsWith(before) && masked.text.endsWith(after)).toBe(true);
    for (const line of secret.split('\n').filter(Boolean)) expect(masked.text).not.toContain(line);
    expect(masked.text.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
    if (secret.length > rule.length + 2) expect(masked.text).toContain(`[${rule}]`);
  });

  it('is counted by its rule, each once, also where two rules know it', () => {
    const [, token] = SECRETS[1] ?? ['', ''];
    const text = `GITHUB_TOKEN="${unmarked(token)}"\npassword = "hunter2hunter2"\npassword = "hunter3hunter3"`;
    const masked = maskSecrets(text);
    expect(masked.counts).toEqual({ 'github-token': 1, password: 2 });
    expect(maskSecrets(masked.text)).toEqual({ text: masked.text, counts: {} });
  });
});

/** Of a certificate, which everybody may know. */
const CERTIFICATE = Buffer.from(`-----BEGIN CERTIFICATE-----\n${'MIIBszCCAVmgAwIBAgIU'.repeat(9)}\n`).toString('base64');

describe('what is no secret', () => {
  it.each([
    'password: string;',
    'const token = tokens[1];',
    'token = base64Decode(value)',
    'password: z.string().min(8),',
    'apiKey: process.env.OPENAI_API_KEY,',
    'password = "${DB_PASSWORD}"',
    'secret: "<your secret here>"',
    'postgres://user:password@localhost/app',
    'https://example.com/path?a=b:c@d',
    'token: "identifier"',
    'secret = sha256HexOfPassword',
    'request_token: 123e4567-e89b-12d3-a456-426614174000',
    'git commit 5fafd96b3f8e0a4bb9ab1f4bcfd240b471469a01',
    'integrity sha512-9Zq1c3Hf0r3T6nK2vYxWbq0mJ4u7d8s9',
    '-----BEGIN PRIVATE KEY----- marks the beginning',
    'task-runner-with-a-long-name-2',
    'Basic authentication is described elsewhere in this text1',
    'Basic authentication-over-https-with-rfc7617',
    'basic understandingofthesystem2',
    `Basic ${btoa('no user and no password: a sentence'.slice(0, 23))}`,
    'see the basic 550e8400-e29b-41d4-a716-446655440000 for it',
    'bearer authentication-with-oauth2-and-http2',
    '[scoring](#sk-learn-model-evaluation-with-python-3-and-numpy)',
    '#sk-learn-the-2nd-edition-of-the-handbook-from-2024',
    "password: 'auth.password.hint2'",
    '"password": "login.form.password2"',
    `ca.crt: ${CERTIFICATE}`,
    `.dockerconfigjson: ${btoa('The name of a file, and a sentence in which nothing is kept secret.')}`,
    `settings.json: ${btoa(JSON.stringify({ name: 'a service', replicas: 3, image: 'registry.internal/app' }, undefined, 2))}`,
    '"auth": "cGFnZXMvb3ZlcnZpZXc="',
    "['password', 'password2']",
    "t('password', 'Your password')",
    "addColumn('password', 'varchar(255)')",
    "column('password', 'VARCHAR(60)')",
    "column('password', 'nvarchar2(60)')",
    "column('secret', 'decimal(10,2)')",
    "define('DB_PASSWORD', getenv('DB_PASSWORD_1'))",
    'https://example.org/page?token=chapter2&part=config/keys/v2',
    'https://example.org/?access_token=YOUR_ACCESS_TOKEN&x=1',
    'tokenizer = "sentence-transformers/all-MiniLM-L6-v2"',
    '"tokenizer_name": "facebook/wav2vec2-base-960h"',
    "tokenizer: 'mistralai/Mistral-7B-Instruct-v0.2'",
    '"tokenizer_class": "LlamaTokenizerFast2b7"',
    '"tokenizer_model": "wav2vec2base960hlv60"',
    'secretId: "projects/481516/secrets/db-pass/versions/3"',
    'secret = "projects/481516/secrets/db-pass/versions/3"',
    'private_key_path = "config/keys/rsa4096/v2/app1"',
    'private_key = "config/keys/rsa4096/v2/app1"',
    'token_url: "oauth2/v1/token3/x9"',
    "passwordHash = 'pbkdf2-sha256'",
    'encryptionKeyAlgorithm: "AES-256-GCM-SIV1"',
    "PASSWORD_FIELD: 'input#password2'",
    "password: 'input#password2',",
    '"forgotPassword": "Password?"',
    '"password": "Passwort?"',
    '"password": "Kennwort:*"',
    'userPasswordKey: "redis-password1"',
    'secretRef: IIoK8sApiCoreV1SecretReference;',
    'private_key: ed25519.Ed25519PrivateKey',
    'csrfTokenHeader: "X-CSRF2-Token4-V5"',
  ])('%s stays as it is', (text) => {
    expect(maskSecrets(text).text).toBe(text);
  });

  it('is what this repository’s own files hold', () => {
    const root = join(import.meta.dirname, '../../../..');
    const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md', '*.json', '*.yaml', '*.css'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = paths.trim().split('\n');
    const found = files.flatMap((path) => findSecrets(readTracked(join(root, path))).map(({ rule }) => `${path}: ${rule}`));
    expect(files.length).toBeGreaterThan(500);
    // Some tests write made-up passwords down.
    expect(found.filter((one) => !/\.(?:test|fixture)\.ts:/.test(one))).toEqual([]);
    expect(found.length).toBeLessThan(files.length / 50);
  });
});

/** Empty for a file that is tracked and was removed meanwhile. */
function readTracked(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const MEGABYTE = 1_000_000;
const HOSTILE = [
  ...new Set(SECRETS.map(([, marked]) => unmarked(marked).slice(0, -1))),
  ...[
    'a',
    '-',
    '=',
    ':',
    ': ',
    '= ',
    '"',
    'token=',
    'token="a',
    'password:',
    'password: x',
    '://a:',
    '://',
    'Bearer ',
    'Bearer a',
    'eyJ.',
    'eyJeyJ',
    'LS0tLS1CRUdJTi',
    `${btoa('-----BEGIN PRIVATE KEY-----')}/`,
    `${btoa('-----BEGIN PRIVATE KEY-----')}AAAA\n`,
    `${'A'.repeat(76)}\n`,
    'eyJhdXRocyI6',
    'ewogI',
    '.dockerc',
    '.dockercfg:',
    '.dockercfg: >-\n    ',
    `.dockercfg: ${btoa('{"https://registry.internal/": {"auth": "')}`,
    `${btoa('-----BEGIN PRIVATE KEY-----')}AAAA\\n`,
    'bearer ',
    'basic QUJD',
    "('token',",
    "('password', 'a",
    '?token=a',
  ],
  ...[
    'eyJaaaaaaaa.eyJ',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nAAAA\n',
    'sk-',
    'sk-a',
    'a.',
    '<',
    'password="<',
    '<password>',
    '<password>a',
    ';password=a',
    'password=a&',
    'password: **',
    'ENV A ',
    'curl ',
    'curl -u a',
    'curl --user a:',
    '123456789:AA',
  ],
];

it.each(HOSTILE)('a megabyte of %j is looked through in linear time', (part) => {
  const text = part.repeat(Math.ceil(MEGABYTE / part.length));
  const before = process.cpuUsage();
  findSecrets(text);
  const { user, system } = process.cpuUsage(before);
  // Tens of milliseconds; what is quadratic takes minutes.
  expect((user + system) / 1e6).toBeLessThan(5);
});
