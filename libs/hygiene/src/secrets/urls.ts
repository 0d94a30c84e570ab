import { isBareKey, isLogin } from './encoded.js';
import { isPlaceholder } from './placeholders.js';
import { isIdentifier } from './secret-values.js';
import type { SecretReader } from './secret.js';

const USER_AND_PASSWORD = /:\/\/[^\s:/@"'`<>[\]{}|\\]{0,128}:([^\s:/@"'`<>|\\]{3,256})@[\w[-]/y;
/** Schemes of an `Authorization` header, whose case does not count. */
export const SCHEMES = ['Bearer ', 'bearer ', 'BEARER ', 'Basic ', 'basic ', 'BASIC '];
const BEARER = /Bearer ([\w+/=.~-]{20,4096})/iy;
const BASIC = /Basic ([\w+/-]{12,4096}={0,2})/iy;
const SLACK_WEBHOOK = /hooks\.slack\.com\/services\/(T\w{6,12}\/B\w{6,12}\/\w{20,32})/y;

/** The password in `scheme://user:password@host`, from its colon on. */
export const readUrlPassword: SecretReader = (text, at) => {
  USER_AND_PASSWORD.lastIndex = at;
  const found = USER_AND_PASSWORD.exec(text);
  const password = found?.[1];
  if (found === null || password === undefined || isPlaceholder(password)) return undefined;
  const end = at + found[0].length - 2;
  return { rule: 'url-password', start: end - password.length, end };
};

/** What follows `Bearer` or `Basic` in an HTTP header. */
export const readAuthorization: SecretReader = (text, at) => {
  const isBasic = (text.charCodeAt(at + 1) | 32) === 97;
  const scheme = isBasic ? BASIC : BEARER;
  scheme.lastIndex = at;
  const found = scheme.exec(text);
  const value = found?.[1];
  if (found === null || value === undefined || isPlaceholder(value)) return undefined;
  if (!(isBasic ? isLogin(value) || isBareKey(value) : isOpaque(value))) return undefined;
  const end = at + found[0].length;
  return { rule: 'authorization', start: end - value.length, end };
};

/** Not words that follow in a sentence, joined. */
function isOpaque(value: string): boolean {
  return /\d/.test(value) && !isIdentifier(value);
}

/** The part of a web hook’s address that lets everybody write to the channel. */
export const readSlackWebhook: SecretReader = (text, at) => {
  SLACK_WEBHOOK.lastIndex = at;
  const found = SLACK_WEBHOOK.exec(text);
  const path = found?.[1];
  if (found === null || path === undefined) return undefined;
  const end = at + found[0].length;
  return { rule: 'slack-webhook', start: end - path.length, end };
};
