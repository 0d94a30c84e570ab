import type { SearchHit } from '@tributary/contracts';
import { passageText } from '@tributary/kernel';
import type { ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.js';
import { Highlighted } from './highlighted.js';
import { placeOf } from './place.js';

interface HitCardProps {
  readonly hit: SearchHit;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onOpen: (uri: string) => void;
}

/** A hit as one would read it: where it stands, the passage with the match, and how relevant it is. */
export function HitCard({ hit, query, isOpen, onOpen }: HitCardProps) {
  const { collection, relevance, content, also_in: alsoIn, more } = hit;
  const place = placeOf(hit);
  return (
    <li className={isOpen ? 'hit card open' : 'hit card'} tabIndex={-1} data-hit="" data-text={content}>
      <div className="spread">
        <h2 className="hit-title">
          <PassageLink uri={hit.uri} onOpen={onOpen}>
            <Highlighted text={hit.heading ?? hit.title} query={query} />
          </PassageLink>
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
        <button
          type="button"
          className="quiet small"
          onClick={() => {
            onOpen(hit.uri);
          }}
        >
          Open
        </button>
        <span data-copies-passage="">
          <CopyButton text={content} label="Copy the passage" />
        </span>
        <CopyButton text={hit.uri} label="Copy address of the passage">
          Copy address
        </CopyButton>
        {more === undefined ? null : <span className="muted">{more} more in this document</span>}
      </div>
      {alsoIn === undefined ? null : <OtherPlaces uris={alsoIn} onOpen={onOpen} />}
    </li>
  );
}

interface OpeningProps {
  readonly onOpen: (uri: string) => void;
}

function PassageLink({ uri, onOpen, children }: OpeningProps & { readonly uri: string; readonly children: ReactNode }) {
  return (
    <a
      href={`?open=${encodeURIComponent(uri)}`}
      onClick={(event) => {
        event.preventDefault();
        onOpen(uri);
      }}
    >
      {children}
    </a>
  );
}

/** Where the passage stands, too, each place to be opened. */
function OtherPlaces({ uris, onOpen }: OpeningProps & { readonly uris: readonly string[] }) {
  return (
    <details className="small">
      <summary className="muted">{`also in ${uris.length.toString()} other ${uris.length === 1 ? 'place' : 'places'}`}</summary>
      <ul>
        {uris.map((uri) => (
          <li key={uri}>
            <PassageLink uri={uri} onOpen={onOpen}>
              {uri.replace(/^tributary:\/\//, '').replace(/#\d+$/, '')}
            </PassageLink>
          </li>
        ))}
      </ul>
    </details>
  );
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
