import type { PointPayload } from '@tributary/contracts';
import type { NamedDefinition } from '@tributary/ranking';
import { assigns } from './assigns.js';
import { declares, declaresBy } from './declares.js';
import { ownersOf } from './owners.js';

/** Whether a passage defines what a query is the name of. Of a mere word that is a type or a function that stands in nothing else, where it begins, and behind a keyword only what begins with that. */
export function isDefinition(payload: PointPayload, wanted: NamedDefinition): boolean {
  if (payload.type !== 'code') return false;
  if (wanted.isWord) return wanted.keyword === undefined ? declares(payload, wanted.name) : declaresBy(payload.content, wanted);
  return defines(payload, wanted) || givesValue(payload, wanted);
}

/** Whether it holds a part of what has this name, or all of it. */
export function defines({ sym, symbols = [], scope = '' }: PointPayload, { name, within }: NamedDefinition): boolean {
  if (sym !== name && !symbols.includes(name)) return false;
  const around = scope.split('.').slice(-within.length);
  return within.length === 0 || within.every((part, at) => around[at] === part);
}

/** Constants have no symbols: they are defined where they get their value. Those of types are called by these, those of Go and of Python also by the folder or the file that is their package. */
export function givesValue({ type, content, path = '', chunk_type, sym }: PointPayload, { name, within }: NamedDefinition): boolean {
  if (type !== 'code') return false;
  const owners = ownersOf(name, { code: content, around: chunk_type === 'class' ? sym : undefined });
  const isBeyondTypes = assigns(content, name) || owners.includes('');
  const [owner] = within.slice(-1);
  if (owner === undefined) return isBeyondTypes || owners.length > 0;
  return owners.includes(owner) || (isBeyondTypes && packagesOf(path).includes(owner));
}

function packagesOf(path: string): readonly string[] {
  const [file = '', folder = ''] = path.split('/').reverse();
  return [folder, file.replace(/\.[^.]*$/u, '')];
}
