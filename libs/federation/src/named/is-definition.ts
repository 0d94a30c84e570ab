import type { PointPayload } from '@tributary/contracts';
import { isMereWord, type NamedDefinition } from '@tributary/ranking';
import { assigns, assignsMember } from './assigns.js';
import { declares, declaresBy, declaresWithin } from './declares.js';
import { ownersOf } from './owners.js';
import { FIT, fitWithin } from './qualifier.js';

/** Whether a passage may define what a query is the name of. Of a mere word that is a type or a function that stands in nothing else, where it begins, and behind a keyword only what begins with that. */
export function isDefinition(payload: PointPayload, wanted: NamedDefinition): boolean {
  return payload.type === 'code' && (wanted.isWord ? isOfWord(payload, wanted) : fitOf(payload, wanted) > FIT.none);
}

function isOfWord(payload: PointPayload, wanted: NamedDefinition): boolean {
  return wanted.keyword === undefined ? declares(payload, wanted.name) : declaresBy(payload.content, wanted);
}

/** How well a passage fits that holds a part of what has this name, or all of it, or gives it its value. Where nothing of what the query says around a mere word is the same, it may be meant as one. */
export function fitOf(payload: PointPayload, wanted: NamedDefinition): number {
  const fit = Math.max(symbolFit(payload, wanted), valueFit(payload, wanted));
  return fit > FIT.name || !isMereWord(wanted.name) || declares(payload, wanted.name) ? fit : FIT.none;
}

/** The same of what has symbols: types, functions and methods. */
export function symbolFit(payload: PointPayload, wanted: NamedDefinition): number {
  const { sym, symbols = [], scope = '' } = payload;
  const isNamed = sym === wanted.name || symbols.includes(wanted.name);
  return isNamed ? fitWithin(wanted, scope === '' ? [] : scope.split('.'), payload) : FIT.none;
}

/** Constants have no symbols: they are defined where they get their value; nor have functions within others, where they are declared. Those of types are called by these, those of Go and of Python also by the folder or the file that is their package; what is assigned to a member is called as it is written there. */
export function valueFit(payload: PointPayload, wanted: NamedDefinition): number {
  const { type, content, chunk_type, sym } = payload;
  const { name, within } = wanted;
  if (type !== 'code') return FIT.none;
  if (within.length > 0 && assignsMember(content, wanted)) return FIT.written;
  const owners = ownersOf(name, { code: content, around: chunk_type === 'class' ? sym : undefined });
  const types = owners.filter((owner) => owner !== '').map((owner) => [owner]);
  const isBeyondTypes = assigns(content, name) || owners.includes('') || declaresWithin(content, name);
  return Math.max(FIT.none, ...[...types, ...(isBeyondTypes ? [[]] : [])].map((one) => fitWithin(wanted, one, payload)));
}
