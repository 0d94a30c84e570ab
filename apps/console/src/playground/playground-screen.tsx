import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { QuestionBox } from '../parts/question-box.js';
import { useSearchParams } from '../shell/location.js';
import { compareLists, summariseMoves } from './compare.js';
import { ALGORITHMS, isWeighed, viewOf, weightsText, type PlaygroundView } from './playground-view.js';
import { RankingList } from './ranking-list.js';
import { asksTool, useRanking } from './use-rankings.js';
import { WeightSliders } from './weight-sliders.js';
import './playground.css';

const MapPanel = lazy(async () => ({ default: (await import('../map/map-panel.js')).MapPanel }));

/** Points that may be found alone. */
interface Selection {
  readonly collection: string;
  readonly ids: readonly string[];
}

type Change = (name: string, value: string) => void;

/** Try the algorithms: weights that act at once, two lists side by side, the points on a map. */
export function PlaygroundScreen() {
  const [params, changeParams] = useSearchParams();
  const view = useMemo(() => viewOf(params), [params]);
  const change: Change = (name, value) => {
    changeParams(
      (next) => {
        next.set(name, value);
      },
      { replace: true },
    );
  };
  const [selection, setSelection] = useState<Selection>();
  // Points of another collection would find nothing in this one.
  const only = selection?.collection === view.collection ? selection.ids : undefined;
  const lists = useLists(view, only);
  return (
    <div className="stack playground">
      <h1>Playground</h1>
      <Controls
        view={view}
        hasThreshold={asksTool(view, only)}
        onChange={change}
        onAgain={() => {
          lists.first.again();
          lists.second.again();
        }}
      />
      {only === undefined ? null : (
        <Narrowed
          count={only.length}
          onClear={() => {
            setSelection(undefined);
          }}
        />
      )}
      <div className={view.other === undefined ? 'lists' : 'lists two'}>
        <RankingList algorithm={view.algorithm} ranking={lists.first} query={view.query} />
        {view.other === undefined ? null : (
          <RankingList algorithm={view.other} ranking={lists.second} query={view.query} moves={lists.moves} summary={lists.summary} />
        )}
      </div>
      <MapFold
        view={view}
        ids={lists.ids}
        onSearch={(query) => {
          change('q', query);
        }}
        onNarrow={(ids) => {
          setSelection(ids === undefined ? undefined : { collection: view.collection, ids });
        }}
        onCollection={(name) => {
          change('c', name);
        }}
      />
    </div>
  );
}

function Narrowed({ count, onClear }: { readonly count: number; readonly onClear: () => void }) {
  return (
    <p className="notice row">
      Searching among {count} selected points.{' '}
      <button type="button" className="small" onClick={onClear}>
        Search all
      </button>
    </p>
  );
}

function useLists(view: PlaygroundView, only: readonly string[] | undefined) {
  // The tool ranks documents, so a list beside it is one of documents, too.
  const by = asksTool(view, only) ? 'document' : 'passage';
  const first = useRanking(view, view.algorithm, { by, only });
  const second = useRanking(view, view.other, { by, only });
  const moves = useMemo(() => compareLists(first.hits, second.hits), [first.hits, second.hits]);
  // While one of them is on its way, everything would seem to be gone.
  const summary = first.isFetching || second.isFetching ? undefined : summariseMoves(first.hits, second.hits);
  const key = [...first.hits, ...second.hits].flatMap(({ id }) => id ?? []).join(' ');
  const ids = useMemo(() => [...new Set(key.split(' '))].filter((id) => id !== ''), [key]);
  return { first, second, moves, summary, ids };
}

interface ControlsProps {
  readonly view: PlaygroundView;
  readonly hasThreshold: boolean;
  readonly onChange: Change;
  readonly onAgain: () => void;
}

function Controls({ view, hasThreshold, onChange, onAgain }: ControlsProps) {
  const { query, collection, algorithm, other, weights, threshold } = view;
  const isOn = isWeighed(algorithm) || (other !== undefined && isWeighed(other));
  return (
    <div className="card stack">
      <QuestionBox
        query={query}
        label="Question"
        onQuery={(value) => {
          onChange('q', value);
        }}
        onAgain={onAgain}
      />
      <div className="row controls">
        <Choice
          label="Algorithm"
          value={algorithm}
          options={ALGORITHMS}
          onChoose={(value) => {
            onChange('a', value);
          }}
        />
        <Choice
          label="Beside it"
          value={other ?? 'none'}
          options={['none', ...ALGORITHMS]}
          onChoose={(value) => {
            onChange('b', value);
          }}
        />
        <CollectionChoice
          value={collection}
          onChoose={(value) => {
            onChange('c', value);
          }}
        />
        {hasThreshold ? <Threshold value={threshold} onChange={onChange} /> : null}
      </div>
      <WeightSliders
        weights={weights}
        isOn={isOn}
        onWeights={(next) => {
          onChange('w', weightsText(next));
        }}
      />
    </div>
  );
}

function Threshold({ value, onChange }: { readonly value: number; readonly onChange: Change }) {
  // Emptied it stays so while somebody types another number.
  const [text, setText] = useState(value.toString());
  const shown = text === '' || Number(text) === value ? text : value.toString();
  return (
    <label className="field">
      <span>Least cosine (rrf)</span>
      <input
        type="number"
        min={0}
        max={1}
        step={0.05}
        value={shown}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value !== '') onChange('t', target.value);
        }}
        onBlur={() => {
          setText(value.toString());
        }}
      />
    </label>
  );
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          onChoose(target.value);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? 'all' : option}
          </option>
        ))}
      </select>
    </label>
  );
}

function useCollectionNames(): readonly string[] {
  const { operations, context } = useApi();
  const { data } = useQuery({
    queryKey: ['collections'],
    queryFn: ({ signal }) => operations.listCollections(context(signal)),
    staleTime: 10_000,
  });
  return useMemo(() => (data ?? []).map(({ name }) => name), [data]);
}

function CollectionChoice({ value, onChoose }: { readonly value: string; readonly onChoose: (value: string) => void }) {
  return (
    <Choice
      label="Collection"
      value={value}
      options={['', ...new Set([...useCollectionNames(), ...(value === '' ? [] : [value])])]}
      onChoose={onChoose}
    />
  );
}

interface MapOfProps {
  readonly view: PlaygroundView;
  readonly ids: readonly string[];
  readonly onSearch: (query: string) => void;
  readonly onNarrow: (ids: readonly string[] | undefined) => void;
  readonly onCollection: (name: string) => void;
}

/** Opened when it is wanted: it reads all points. */
function MapFold(props: MapOfProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="card"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        <h2 className="in-line">Map of a collection</h2>
      </summary>
      {isOpen ? <MapOf {...props} /> : null}
    </details>
  );
}

/** One collection has a map; of several, one is chosen first. */
function MapOf({ view: { collection, query }, ids, onSearch, onNarrow, onCollection }: MapOfProps) {
  const names = useCollectionNames();
  if (collection === '') {
    return (
      <div className="row">
        <span className="muted">Which one?</span>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="small"
            onClick={() => {
              onCollection(name);
            }}
          >
            {name}
          </button>
        ))}
      </div>
    );
  }
  return (
    <Suspense fallback={<p className="muted">Opening the map …</p>}>
      <MapPanel collection={collection} query={query} hits={ids} onSearch={onSearch} onNarrow={onNarrow} />
    </Suspense>
  );
}
