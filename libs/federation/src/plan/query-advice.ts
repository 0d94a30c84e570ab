import { DocumentType, type SearchRequest } from '@tributary/contracts';
import { someOf } from '@tributary/kernel';
import { languageName } from './language-names.js';

/** Words beside one that looks like a filter, at most: a longer text is pasted, and means nothing by a colon. */
const LONGEST = 20;
const WRITTEN = /^(lang|language|path|file|repo|type|tag|collection):("?)([^\s":/][^\s":]*)\2$/i;
const MINUTES = /^(\d+)m$/;

type Field = 'lang' | 'path' | 'repo' | 'type' | 'tags' | 'collection';

const FIELDS: Readonly<Record<string, Field>> = {
  lang: 'lang',
  language: 'lang',
  path: 'path',
  file: 'path',
  repo: 'repo',
  type: 'type',
  tag: 'tags',
  collection: 'collection',
};

/** What is likely meant otherwise than it is read, a sentence each. */
export function queryAdvice({ query, since, until }: Pick<SearchRequest, 'query' | 'since' | 'until'>): readonly string[] {
  return [...filterAdvice(query), ...minuteAdvice([since, until])];
}

/** `lang:go` and its like, which other searches take for filters. */
function filterAdvice(query: string): readonly string[] {
  const words = query.split(/\s+/);
  if (words.length > LONGEST) return [];
  const found = words.flatMap((word) => {
    const [, name = '', , value = ''] = WRITTEN.exec(word) ?? [];
    const field = FIELDS[name.toLowerCase()];
    return field === undefined || (field === 'type' && !isType(value)) ? [] : [{ word, field, value }];
  });
  const [first] = found;
  if (first === undefined) return [];
  return [
    `${someOf(found.map(({ word }) => word))} in the query was looked for as text: to search only there, leave it out and give ${asArgument(first)}.`,
  ];
}

function isType(value: string): boolean {
  return DocumentType.safeParse(value.toLowerCase()).success;
}

function asArgument({ field, value }: { readonly field: Field; readonly value: string }): string {
  if (field === 'collection') return `collections ${JSON.stringify([value])}`;
  // The collections of a folder bear its name.
  if (field === 'repo') return `collections ${JSON.stringify([`${value}-*`])}`;
  const match = field === 'path' ? { text: value } : { value: valueOf(field, value) };
  return `filter ${JSON.stringify({ must: [{ key: field, match }] })}`;
}

/** Tags are compared as they are written. */
function valueOf(field: Field, value: string): string {
  if (field === 'lang') return languageName(value);
  return field === 'type' ? value.toLowerCase() : value;
}

function minuteAdvice(moments: readonly (string | undefined)[]): readonly string[] {
  return moments.flatMap((moment) => {
    const [, minutes] = MINUTES.exec(moment ?? '') ?? [];
    return minutes === undefined ? [] : [`The age ${minutes}m is ${minutes} minutes; months are written in days, such as 90d.`];
  });
}
