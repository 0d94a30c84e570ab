import type { SearchHit } from '@tributary/contracts';
import { passageText } from '@tributary/kernel';
import { CopyButton } from '../parts/copy-button.js';
import { Highlighted } from './highlighted.js';
import { placeOf } from './place.js';

interface HitCardProps {
  readonly hit: SearchHit;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** A hit as one would read it: where it stands, the passage with the match, and how relevant it is. */
export function HitCard({ hit, query, isOpen, onOpen }: HitCardProps) {
  const { collection, relevance, content, also_in: alsoIn, more } = hit;
  const place = placeOf(hit);
  return (
    <li className={isOpen ? 'hit card open' : 'hit card'} tabIndex={-1} data-hit="" data-text={content}>
      <div className="spread">
        <h2 className="hit-title">
          <a
            href={`?open=${encodeURIComponent(hit.uri)}`}
            onClick={(event) => {
              event.preventDefault();
              onOpen();
            }}
          >
            <Highlighted text={hit.heading ?? hit.title} query={query} />
          </a>
        </h2>
        <Relevance value={relevance} />
      </div>
      <p className="row small hit-place">
        <span className="chip">{collection}</span>
        {place === hit.title ? null : <code className="muted">{place}</code>}
      </p>
      <pre className="hit-text">
        <Highlighted text={passageText(hit)} query={query} />
      </pre>
      <div className="row small">
        <button type="button" className="quiet small" onClick={onOpen}>
          Open
        </button>
        <CopyButton text={content} label="Copy the passage" />
        <CopyButton text={hit.uri} label="Copy address of the passage">
          Copy address
        </CopyButton>
        {more === undefined ? null : <span className="muted">{more} more in this document</span>}
        {alsoIn === undefined ? null : <span className="muted">{alsoInPlaces(alsoIn.length)}</span>}
      </div>
    </li>
  );
}

function alsoInPlaces(places: number): string {
  return `also in ${places.toString()} other ${places === 1 ? 'place' : 'places'}`;
}

/** 0 to 1, comparable across collections. */
function Relevance({ value }: { readonly value: number }) {
  return (
    <span className="relevance small" title="Relevance, 0 to 1">
      <meter min={0} max={1} value={value} aria-label={`Relevance ${value.toFixed(2)}`} />
      <span className="number muted" aria-hidden="true">
        {value.toFixed(2)}
      </span>
    </span>
  );
}
