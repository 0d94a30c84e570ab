import { findSecrets } from './find-secrets.js';
import type { Secret, SecretContext } from './secret.js';

/** A text without its secrets, and how many of each rule there were. */
export interface MaskedText {
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
}

const NONE: MaskedText['counts'] = {};
const NO_LINE_END = /[^\r\n]/g;

/** Replaces each secret by the name of its rule and asterisks, as many characters as it had; its line ends stay, and so does every line and column. */
export function maskSecrets(text: string, context?: SecretContext): MaskedText {
  const secrets = findSecrets(text, context);
  if (secrets.length === 0) return { text, counts: NONE };
  const counts: Record<string, number> = {};
  const parts: string[] = [];
  let at = 0;
  for (const secret of secrets) {
    parts.push(text.slice(at, secret.start), maskOf(text.slice(secret.start, secret.end), secret));
    counts[secret.rule] = (counts[secret.rule] ?? 0) + 1;
    at = secret.end;
  }
  parts.push(text.slice(at));
  return { text: parts.join(''), counts };
}

function maskOf(secret: string, { rule }: Secret): string {
  const label = `[${rule}]`;
  const masked = secret.replace(NO_LINE_END, '*');
  const start = masked.indexOf('*'.repeat(label.length));
  if (start < 0) return masked;
  return `${masked.slice(0, start)}${label}${masked.slice(start + label.length)}`;
}
