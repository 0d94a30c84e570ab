import { isIdentifier } from './secret-values.js';
import type { Secret } from './secret.js';

/** Tokens that begin in their issuer's own way. Each pattern is read once, at the beginning of a long word, and is bounded. */
const TOKENS: readonly (readonly [rule: string, start: string, pattern: RegExp])[] = [
  ['aws-access-key', 'AKIA', /AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/y],
  ['aws-access-key', 'ASIA', /ASIA[A-Z0-9]{16}(?![A-Za-z0-9])/y],
  ['github-token', 'gh', /gh[pousr]_[A-Za-z0-9]{36,255}/y],
  ['github-token', 'github_pat_', /github_pat_\w{22,255}/y],
  ['gitlab-token', 'gl', /gl(?:pat|dt|rt|ptt|cbt|soat|ft)-[\w-]{20,255}/y],
  ['slack-token', 'xox', /xox[abeoprs][-.][\w.-]{10,255}/y],
  ['slack-token', 'xapp-', /xapp-[\w-]{10,255}/y],
  ['stripe-key', 'sk_', /sk_(?:live|test)_[A-Za-z0-9]{16,255}/y],
  ['stripe-key', 'rk_', /rk_(?:live|test)_[A-Za-z0-9]{16,255}/y],
  ['stripe-key', 'whsec_', /whsec_[A-Za-z0-9]{24,255}/y],
  ['google-api-key', 'AIza', /AIza[\w-]{35}(?![\w-])/y],
  ['google-oauth', 'ya29.', /ya29\.[\w-]{20,1024}/y],
  ['google-oauth', 'GOCSPX-', /GOCSPX-[\w-]{20,64}/y],
  ['anthropic-key', 'sk-ant-', /sk-ant-[\w-]{24,255}/y],
  ['openai-key', 'sk-', /sk-(?:proj-|svcacct-|admin-)?(?=[\w-]{0,40}\d)[A-Za-z0-9][\w-]{31,255}/y],
  ['npm-token', 'npm_', /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y],
  ['pypi-token', 'pypi-', /pypi-AgE[\w-]{50,1024}/y],
  ['docker-token', 'dckr_', /dckr_[po]at_[\w-]{20,255}/y],
  ['huggingface-token', 'hf_', /hf_[A-Za-z]{30,64}(?!\w)/y],
  ['digitalocean-token', 'do', /do[opr]_v1_[a-f0-9]{64}/y],
  ['sendgrid-key', 'SG.', /SG\.[\w-]{16,32}\.[\w-]{32,64}/y],
  ['shopify-token', 'shp', /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/y],
  ['vault-token', 'hv', /hv[bs]\.[\w-]{24,255}/y],
  ['linear-key', 'lin_api_', /lin_api_[A-Za-z0-9]{32,64}/y],
  ['notion-key', 'ntn_', /ntn_[A-Za-z0-9]{40,64}/y],
  ['databricks-token', 'dapi', /dapi[a-f0-9]{32}(?![a-f0-9])/y],
  ['twilio-key', 'SK', /SK[a-f0-9]{32}(?!\w)/y],
  ['mailgun-key', 'key-', /key-[a-f0-9]{32}(?!\w)/y],
  ['age-key', 'AGE-', /AGE-SECRET-KEY-1[0-9A-Z]{58}/y],
  ['jwt', 'eyJ', /eyJ[\w-]{8,4096}\.eyJ[\w-]{4,8192}\.[\w-]{8,1024}/y],
];

/** The rules by the first character of what they read. */
const BY_FIRST = new Map<number, (typeof TOKENS)[number][]>();
for (const token of TOKENS) {
  const first = token[1].charCodeAt(0);
  BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), token]);
}

/** The token that a long word begins with. */
export function readToken(text: string, at: number): Secret | undefined {
  for (const [rule, start, pattern] of BY_FIRST.get(text.charCodeAt(at)) ?? []) {
    if (!text.startsWith(start, at)) continue;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) continue;
    // An anchor of a page may begin as a key does: `sk-learn-in-2-steps`.
    if (start.startsWith('sk-') && isIdentifier(found[0])) continue;
    return { rule, start: at, end: at + found[0].length };
  }
  return undefined;
}

const TELEGRAM = /:AA[\w-]{32,34}(?![\w-])/y;

/** The token of a bot of Telegram, a number before its colon. */
export function readTelegramToken(text: string, colon: number): Secret | undefined {
  TELEGRAM.lastIndex = colon;
  const found = TELEGRAM.exec(text);
  const number = /(?<![\w-])(?:bot)?(\d{8,10})$/.exec(text.slice(Math.max(0, colon - 14), colon))?.[1];
  if (found === null || number === undefined) return undefined;
  return { rule: 'telegram-token', start: colon - number.length, end: colon + found[0].length };
}
