import type { SourceInput } from '@tributary/contracts';
import { usageError } from '../../program/usage-error.js';
import type { IndexOptions } from './index-options.js';

/** What the options say of web addresses; nothing where none was given, so that what was chosen before stands. */
export function webSettings({ depth, pages, sitemap, recheck }: Partial<IndexOptions>): Pick<SourceInput, 'web'> {
  if (depth === undefined && pages === undefined && sitemap === undefined && recheck === undefined) return {};
  return {
    web: {
      ...(sitemap === true ? { mode: 'sitemap' } : {}),
      ...(depth === undefined ? {} : { depth: toNumber('--depth', depth) }),
      ...(pages === undefined ? {} : { pages: toNumber('--pages', pages) }),
      ...(recheck === undefined ? {} : { recheck_minutes: toNumber('--recheck', recheck) }),
    },
  };
}

function toNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(`${option} takes a whole number, not ${text}.`);
}
