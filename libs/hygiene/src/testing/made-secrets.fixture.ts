import type { SeededRandom } from '@tributary/testing';

const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

type MarkedSecret = readonly [rule: string, text: string];

function drawing(random: SeededRandom) {
  const draw = (alphabet: string, length: number) => Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  const base62 = (length: number) => `a1B2c3${draw(BASE62, length - 6)}`;
  const mixed = (length: number) => Array.from({ length }, (_, at) => draw(at % 2 ? 'BCDFGHJKLM' : 'npqrstvwxz', 1)).join('');
  return { draw, base62, mixed, hex: (length: number) => draw(HEX, length) };
}

/** Secrets drawn at random, so that none stands in this repository: the rule, and a text with the secret between two marks. */
export function madeSecrets(random: SeededRandom): readonly MarkedSecret[] {
  return [...plainSecrets(random), ...wrappedSecrets(random)];
}

function plainSecrets(random: SeededRandom): readonly MarkedSecret[] {
  const { draw, base62, mixed, hex } = drawing(random);
  return [
    ['aws-access-key', `id = «AKIA${draw(UPPER, 16)}»`],
    ['github-token', `«ghp_${base62(36)}»`],
    ['github-token', `"«github_pat_${base62(60)}»"`],
    ['gitlab-token', `export T=«glpat-${base62(20)}»`],
    ['slack-token', `'«xoxb-${hex(12)}-${base62(24)}»'`],
    ['slack-webhook', `https://hooks.slack.com/services/«T${hex(8)}/B${hex(8)}/${base62(24)}»`],
    ['stripe-key', `(«sk_live_${base62(24)}»)`],
    ['google-api-key', `?key=«AIza${base62(35)}»`],
    ['google-oauth', `«GOCSPX-${base62(28)}»`],
    ['anthropic-key', `x-api-key: «sk-ant-api03-${base62(40)}»`],
    ['openai-key', `«sk-proj-${base62(48)}»`],
    ['npm-token', `//registry/:_authToken=«npm_${base62(36)}»`],
    ['pypi-token', `«pypi-AgE${base62(60)}»`],
    ['docker-token', `«dckr_pat_${base62(27)}»`],
    ['huggingface-token', `«hf_${draw(BASE62.slice(0, 52), 34)}»`],
    ['digitalocean-token', `«dop_v1_${hex(64)}»`],
    ['sendgrid-key', `«SG.${base62(22)}.${base62(43)}»`],
    ['shopify-token', `«shpat_${hex(32)}»`],
    ['vault-token', `«hvs.${base62(30)}»`],
    ['linear-key', `«lin_api_${base62(40)}»`],
    ['notion-key', `«ntn_${base62(46)}»`],
    ['databricks-token', `«dapi${hex(32)}»`],
    ['twilio-key', `«SK${hex(32)}»`],
    ['mailgun-key', `«key-${hex(32)}»`],
    ['age-key', `«AGE-SECRET-KEY-1${draw(UPPER, 58)}»`],
    ['jwt', `«eyJ${base62(20)}.eyJ${base62(40)}.${base62(43)}»`],
    ['private-key', `-----BEGIN RSA PRIVATE KEY-----«\n${base62(64)}\n${base62(64)}\n»-----END RSA PRIVATE KEY-----`],
    ['private-key', `-----BEGIN PRIVATE KEY-----«\n${base62(64)}\n${base62(64)}\n»\nand no end`],
    ['url-password', `postgres://app:«${base62(12)}»@db.internal:5432/app`],
    ['authorization', `Authorization: Bearer «${base62(40)}»`],
    ['password', `password: '«Tr0ub4dor&3»'`],
    ['password', `{"db_passwd": "«${base62(14)}»"}`],
    ['password', `POSTGRES_PASSWORD: «hunter2hunter2»`],
    ['password', `spring.datasource.password=«SuperSecret2024»`],
    ['password', `<password>«hunter2!x»</password>`],
    ['password', `<entry key="db.password">«Sommer2024!»</entry>`],
    ['password', `"Server=db;User Id=sa;Password=«Sommer2024!»;"`],
    ['password', `jdbc:postgresql://db/app?user=u&password=«Sommer2024»`],
    ['password', `curl -s -u admin:«Sommer2024!» https://db.internal/`],
    ['secret-value', `ENV AWS_SECRET_ACCESS_KEY «${base62(40)}»\n`],
    ['telegram-token', `bot«${draw('123456789', 9)}:AA${base62(33)}»`],
    ['secret-value', `clientSecret: "«${mixed(26)}»"`],
    ['secret-value', `const clientSecret = "«${base62(32)}»";`],
    ['secret-value', `const clientSecret = "«xXxX${base62(28)}»";`],
    ['secret-value', `AWS_SECRET_ACCESS_KEY=«${base62(40)}»`],
    ['secret-value', `api-key: «${hex(40)}»\n`],
  ];
}

/** In Base64, in calls, in addresses and behind schemes of HTTP. */
function wrappedSecrets(random: SeededRandom): readonly MarkedSecret[] {
  const { base62, hex } = drawing(random);
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const folded = (text: string) => encoded(text).replaceAll(/.{76}/g, '$&\n    ');
  const pem = (kind: string) => `-----BEGIN ${kind}-----\n${base62(64)}\n${base62(64)}\n-----END ${kind}-----\n`;
  return [
    ['private-key', `client-key-data: «${encoded(pem('EC PRIVATE KEY'))}»`],
    ['private-key', `  tls.key: |\n    «${folded(pem('PRIVATE KEY'))}»\n  other: x`],
    ['private-key', `KEY = "«${encoded(pem('OPENSSH PRIVATE KEY'))}»"`],
    ['private-key', `.dockerconfigjson: «${encoded(`{"auths":{"registry.internal":{"auth":"${encoded(`ci:${base62(30)}`)}"}}}`)}»`],
    ...[' ', '  ', '    ', '\t'].map((indent): MarkedSecret => {
      const logins = JSON.stringify({ auths: { 'registry.internal': { auth: encoded(`ci:${base62(30)}`) } } }, undefined, indent);
      return ['private-key', `.dockerconfigjson: «${encoded(logins)}»`];
    }),
    ...[
      { credsStore: 'desktop', auths: { 'registry.internal': { auth: encoded(`ci:${base62(30)}`) } } },
      { 'https://registry.internal/v1/': { auth: encoded(`ci:${base62(30)}`) } },
    ].flatMap((logins): MarkedSecret[] => [
      ['private-key', `  .dockercfg: «${encoded(JSON.stringify(logins))}»`],
      ['private-key', `{".dockerconfigjson":"«${encoded(`\n${JSON.stringify(logins, undefined, 2)}`)}»"}`],
      ['private-key', `.dockerconfigjson: >-\n    «${folded(JSON.stringify(logins))}»\n`],
      ['private-key', `{\\".dockercfg\\":\\"«${encoded(JSON.stringify(logins))}»\\"}`],
    ]),
    ['private-key', `{"tls.key": "«${folded(pem('PRIVATE KEY')).replaceAll(/\n */g, '\\n')}»\\n", "other": 1}`],
    ['private-key', `"«${folded(pem('RSA PRIVATE KEY')).replaceAll(/\n */g, '\\r\\n')}»"`],
    ['authorization', `"registry.internal": { "auth": "«${encoded(`ci:${base62(20)}`)}»" }`],
    ['authorization', `Authorization: basic «${encoded(`admin:Möwe-${base62(8)}`)}»`],
    ['authorization', `Authorization: Basic «${encoded(`:${base62(40)}`)}»`],
    ['authorization', `Authorization: Basic «${encoded(`sk_live_${base62(24)}:`)}»`],
    ['authorization', `Authorization: Basic «${encoded(`${base62(20)}:X`)}»`],
    ['authorization', `"auth": "«${encoded(`${base62(30)}:`)}»"`],
    ['authorization', `"auth": "«${btoa(`müller:größe${base62(6)}`)}»"`],
    ['authorization', `Authorization: Basic «${Buffer.from('müller:größer', 'latin1').toString('base64')}»`],
    ['authorization', `Authorization: Basic «${base62(40)}»`],
    ['authorization', `Authorization: Basic «${encoded(base62(32))}»`],
    ['authorization', `curl -H "authorization: bearer «${base62(40)}»"`],
    ['secret-value', `https://api.internal/v1/me?access_token=«${hex(40)}»`],
    ['secret-value', `[me](https://api.internal/v1/me?a=1&access_token=«${base62(40)}»&b=2)`],
    ['secret-value', `client_secret=«${base62(32)}»&grant_type=client_credentials`],
    ['password', `password = '«geheim2(17)»'`],
    ['password', `define('DB_PASSWORD', '«Sommer2024!»');`],
    ['password', `define( "AUTH_PASSWORD", "«Sommer2024!»" );`],
    ['secret-value', `config.set("auth.clientSecret", '«${base62(32)}»')`],
    ['openai-key', `«sk-or-v1-${hex(64)}»`],
  ];
}
