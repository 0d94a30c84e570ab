import { useQuery } from '@tanstack/react-query';
import { DocumentType, type SearchHit } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';
import { AGES, type SearchView } from './search-view.js';

interface FacetsProps {
  readonly view: SearchView;
  readonly hits: readonly SearchHit[];
  readonly onToggle: (name: 'c' | 'type', value: string) => void;
  readonly onSince: (since: string) => void;
}

const TYPE_LABELS: Readonly<Record<DocumentType, string>> = {
  code: 'Code',
  doc: 'Documents',
  web: 'Web pages',
  note: 'Notes',
  memory: 'Memories',
};

/** Narrows the search: collections, kinds of document, age. */
export function Facets({ view, hits, onToggle, onSince }: FacetsProps) {
  const { operations, context } = useApi();
  const { data = [] } = useQuery({ queryKey: ['collections'], queryFn: ({ signal }) => operations.listCollections(context(signal)) });
  const isAsked = view.query.trim() !== '';
  const found = countBy(hits);
  // What the address names and is there no more can be taken off, too.
  const gone = view.collections.filter((name) => !data.some((one) => one.name === name));
  return (
    <div className="facets">
      <fieldset>
        <legend>Collections</legend>
        {[...data, ...gone.map((name) => ({ name, chunks: 0, counted: 'not_yet' }))].map(({ name, chunks, counted }) => (
          <Choice
            key={name}
            label={name}
            note={isAsked ? found.get(name) : counted === 'not_yet' ? undefined : chunks}
            isHit={isAsked}
            isChosen={view.collections.includes(name)}
            onToggle={() => {
              onToggle('c', name);
            }}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Kind</legend>
        {DocumentType.options.map((type) => (
          <Choice
            key={type}
            label={TYPE_LABELS[type]}
            isChosen={view.types.includes(type)}
            onToggle={() => {
              onToggle('type', type);
            }}
          />
        ))}
      </fieldset>
      <label className="field">
        <span>Changed</span>
        <select
          value={view.since}
          onChange={({ target }) => {
            onSince(target.value);
          }}
        >
          {AGES.map(([age, label]) => (
            <option key={age} value={age}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** A count beside it: hits that are shown while something is asked, else all that it holds. */
  readonly note?: number | undefined;
  readonly isHit?: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Choice({ label, note, isHit = false, isChosen, onToggle }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span className="choice-label">{label}</span>
      {note === undefined ? null : (
        <span className={isHit ? 'chip good number' : 'muted small number'} title={isHit ? 'hits shown' : 'passages'}>
          {note.toLocaleString('en')}
        </span>
      )}
    </label>
  );
}

function countBy(hits: readonly SearchHit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { collection } of hits) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return counts;
}
