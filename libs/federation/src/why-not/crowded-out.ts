import type { SearchRequest } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import { copiesOf } from '../refine/collapse-duplicates.js';
import { limitFor } from '../refine/refine.js';
import type { Finding } from './finding.js';
import { detailsOf, howToReach, nameOf, shownOf, type Followed } from './followed.js';

type Judged = JudgedHit<Candidate>;

interface Crowded {
  readonly best: Judged | undefined;
  /** The hit in the list that says the same. */
  readonly leader: Judged | undefined;
}

/** What to say of hits that are beneath one that says the same, or beyond the limit of their document; the one whose copy stands first speaks for all. */
export function crowdedOut(followed: Followed, hits: readonly Judged[]): Finding {
  const { collapsed, preferred, limited, listed } = followed.ranked.steps;
  const copies = new Set(hits.flatMap((hit) => copiesOf(hit, collapsed)));
  const leader = [...listed, ...limited].find((hit) => copies.has(hit));
  const best = leader === undefined ? hits[0] : copiesOf(leader, collapsed).find((copy) => hits.includes(copy));
  const hadPlace = best !== undefined && preferred.hits.includes(best);
  return leader === undefined || hadPlace ? limitedByDocument(followed, { best, leader }) : collapsedInto(followed, { best, leader });
}

function collapsedInto(followed: Followed, { best, leader }: Crowded & { readonly leader: Judged }): Finding {
  const instead = shownOf(followed, copiesOf(leader, followed.ranked.steps.collapsed));
  const by = instead.length === 0 ? `a passage of the collection ${nameOf(leader, followed)}` : instead.join(', ');
  const place = followed.ranked.steps.listed.indexOf(leader) + 1;
  return {
    verdict: 'collapsed',
    stage: 'refine',
    explanation: [
      `It says nearly word for word what ${by} says, which stands for both: its address is in also_in there. "collapse": false shows both.`,
      ...(instead.length === 0 ? [howToReach('That passage', place)] : []),
    ],
    details: { ...detailsOf(followed, best), instead },
  };
}

function limitedByDocument(followed: Followed, { best, leader }: Crowded): Finding {
  const { request, ranked } = followed;
  const { documentOf } = limitFor(request);
  const siblings = ranked.steps.limited.filter((hit) => best !== undefined && documentOf(hit) === documentOf(best));
  const copy = leader === undefined ? [] : shownOf(followed, [leader]);
  return {
    verdict: 'limited_per_document',
    stage: 'refine',
    explanation: [placesTaken(request), ...copy.map((uri) => `${uri} says nearly the same, and stands in its place.`)],
    details: { ...detailsOf(followed, best), instead: [...shownOf(followed, siblings), ...copy] },
  };
}

function placesTaken({ context, per_document: limit }: SearchRequest): string {
  if (context === 'full_note')
    return 'A better passage of the same document stands for the whole of it: ask for another context than full_note to see more of them.';
  const passages = limit === 1 ? 'passage' : 'passages';
  return `${limit.toString()} better ${passages} of the same document took its places: raise per_document to see more of them.`;
}
