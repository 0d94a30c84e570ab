import { cleanForLine } from './clean-for-line.js';
import type { MapPoints } from './map-points.js';
import { usePoint } from './use-map.js';

/** Of a text, as a query. */
const QUERY_LENGTH = 300;
const LISTED = 50;
/** Points that one search may be narrowed to. */
const MOST_NARROWED = 1000;

/** The text of the point somebody points at. */
export function PointCard({
  collection,
  id,
  onSearch,
}: {
  readonly collection: string;
  readonly id: string | undefined;
  readonly onSearch: (query: string) => void;
}) {
  const point = usePoint(collection, id);
  return (
    <section className="card map-point" aria-label="Point" aria-live="polite">
      {point === undefined ? (
        <p className="muted small">{id === undefined ? 'Point at the map to read a text; click to keep it.' : 'Reading …'}</p>
      ) : (
        <>
          <div className="spread">
            <h3>{point.title}</h3>
            <button
              type="button"
              className="small"
              onClick={() => {
                onSearch(cleanForLine(point.content).slice(0, QUERY_LENGTH));
              }}
            >
              Search with this text
            </button>
          </div>
          <pre className="text small">{point.content}</pre>
        </>
      )}
    </section>
  );
}

interface SelectionListProps {
  readonly points: MapPoints;
  readonly chosen: readonly number[];
  readonly onChoose: (point: number) => void;
  readonly onNarrow: (ids: readonly string[]) => void;
  readonly onClear: () => void;
}

/** What was selected, as a list that the keyboard reaches, too. */
export function SelectionList({ points: { map }, chosen, onChoose, onNarrow, onClear }: SelectionListProps) {
  if (chosen.length === 0) return null;
  const ids = chosen.flatMap((point) => map.ids[point] ?? []);
  const titleOf = (point: number) => map.documents[map.document_of[point] ?? -1]?.title ?? 'A point of the search';
  return (
    <section className="card stack" aria-label="Selection">
      <div className="spread">
        <h3>{chosen.length.toLocaleString('en')} selected</h3>
        <span className="row">
          <button
            type="button"
            className="small"
            onClick={() => {
              onNarrow(ids.slice(0, MOST_NARROWED));
            }}
          >
            {ids.length > MOST_NARROWED ? `Search among the first ${MOST_NARROWED.toLocaleString('en')}` : 'Search among these'}
          </button>
          <button type="button" className="quiet small" onClick={onClear}>
            Clear
          </button>
        </span>
      </div>
      <ul className="small map-selection">
        {chosen.slice(0, LISTED).map((point) => (
          <li key={point}>
            <button
              type="button"
              className="quiet small"
              onClick={() => {
                onChoose(point);
              }}
            >
              {titleOf(point)}
            </button>
          </li>
        ))}
      </ul>
      {chosen.length > LISTED ? <p className="muted small">and {(chosen.length - LISTED).toLocaleString('en')} more</p> : null}
    </section>
  );
}
