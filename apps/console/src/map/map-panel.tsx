import { useMemo, useState } from 'react';
import { Failure } from '../parts/failure.js';
import type { Drawing } from './drawing.js';
import { MapCanvas } from './map-canvas.js';
import type { MapPoints } from './map-points.js';
import { usePalette } from './palette.js';
import { PointCard, SelectionList } from './point-card.js';
import { composeScene, type Scene } from './scene.js';
import { useLayout } from './use-layout.js';
import { useMap, usePlaces } from './use-map.js';
import './map.css';

interface MapPanelProps {
  readonly collection: string;
  readonly query: string;
  /** Ids of the points that were found, the best first. */
  readonly hits: readonly string[];
  readonly onSearch: (query: string) => void;
  /** Search among these points alone; undefined: among all. */
  readonly onNarrow: (ids: readonly string[] | undefined) => void;
}

/** The points of a collection on a plane, with the query, its hits and what is near them. */
export function MapPanel({ collection, ...rest }: MapPanelProps) {
  const { points, error, again } = useMap(collection);
  if (error !== null) return <Failure error={error} onAgain={again} />;
  if (points === undefined) return <p className="muted">Reading the points of {collection} …</p>;
  if (points.map.ids.length === 0)
    return <p className="notice">There is nothing to draw: {collection} has no points with vectors that you may see.</p>;
  return <DrawnMap key={collection} points={points} {...rest} />;
}

type Layout = 'axes' | 'neighbours';
const MANY = 5_000;

function DrawnMap({ points, query, hits, onSearch, onNarrow }: Omit<MapPanelProps, 'collection'> & { readonly points: MapPoints }) {
  const { collection, ids } = points.map;
  const [wanted, setWanted] = useState<Layout>('axes');
  const [isLasso, setIsLasso] = useState(false);
  const [isPlain, setIsPlain] = useState(false);
  const [hovered, setHovered] = useState<number>();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const other = useLayout(points);
  const { places, error, again } = usePlaces(collection, query, hits);
  const layout = wanted === 'neighbours' ? other.positions : undefined;
  const scene = useMemo(() => composeScene(points, { places, hits, layout }), [points, places, hits, layout]);
  const groups = useGroups(scene, { points: ids.length, chosen, hovered });
  const idOf = (point: number | undefined) => (point === undefined ? undefined : ids[point]);
  return (
    <div className="stack map">
      <div className="row" role="toolbar" aria-label="Map">
        <LayoutChoice layout={wanted} progress={other.progress} isReady={other.positions !== undefined} onChoose={setWanted} />
        <Check label="Draw a line round points" isOn={isLasso} onChange={setIsLasso} />
        <Check label="Without the graphics card" isOn={isPlain} onChange={setIsPlain} />
      </div>
      <MapCanvas
        key={isPlain ? 'canvas' : 'webgl'}
        painter={isPlain ? 'canvas' : 'webgl'}
        positions={scene.positions}
        groups={groups}
        label={`${summarise(points, scene)} Arrow keys move the map, plus and minus enlarge it, 0 shows it whole.`}
        isLasso={isLasso}
        onHover={setHovered}
        onSelect={setChosen}
      />
      <Legend />
      <p className="small muted">{summarise(points, scene)}</p>
      {error === null ? null : <Failure error={error} onAgain={again} />}
      {places?.notes.map((note) => (
        <p key={note} className="notice warn small">
          {note}
        </p>
      ))}
      <PointCard collection={collection} id={idOf(hovered) ?? idOf(chosen.length === 1 ? chosen[0] : undefined)} onSearch={onSearch} />
      <SelectionList
        points={points}
        chosen={chosen}
        onChoose={(point) => {
          setChosen([point]);
        }}
        onNarrow={onNarrow}
        onClear={() => {
          setChosen([]);
          onNarrow(undefined);
        }}
      />
    </div>
  );
}

function useGroups(
  scene: Scene,
  { points, chosen, hovered }: { readonly points: number; readonly chosen: readonly number[]; readonly hovered: number | undefined },
): Drawing['groups'] {
  const palette = usePalette();
  return useMemo(
    () => [
      { points: 'all', colour: `${palette.point}${points > MANY ? '99' : 'cc'}`, size: points > MANY ? 2.5 : 5 },
      { points: scene.neighbours, colour: palette.neighbour, size: 7 },
      { points: chosen, colour: palette.chosen, size: 7 },
      { points: scene.hits, colour: palette.hit, size: 9 },
      { points: scene.query === undefined ? [] : [scene.query], colour: palette.query, size: 13 },
      { points: hovered === undefined ? [] : [hovered], colour: palette.query, size: 9 },
    ],
    [scene, points, chosen, hovered, palette.point, palette.neighbour, palette.chosen, palette.hit, palette.query],
  );
}

/** What a picture says, in words. */
function summarise({ map }: MapPoints, { hits, query, neighbours }: Scene): string {
  const drawn = map.ids.length.toLocaleString('en');
  const part = map.sampled ? `${drawn} of ${map.total.toLocaleString('en')} points` : `${drawn} points`;
  const shares = map.explained.slice(0, 2).map((share) => `${Math.round(share * 100).toString()} %`);
  const where =
    query === undefined
      ? ''
      : ` The query, ${hits.length.toString()} hits and ${neighbours.length.toString()} neighbours of them are marked.`;
  return `${part} of ${map.collection}, ${map.documents.length.toLocaleString('en')} documents. The two axes hold ${shares.join(' and ')} of the differences.${where}`;
}

function LayoutChoice({
  layout,
  progress,
  isReady,
  onChoose,
}: {
  readonly layout: Layout;
  readonly progress: number;
  readonly isReady: boolean;
  readonly onChoose: (layout: Layout) => void;
}) {
  return (
    <fieldset className="row">
      <legend className="hidden-visually">Layout</legend>
      <label className="row">
        <input
          type="radio"
          name="layout"
          checked={layout === 'axes'}
          onChange={() => {
            onChoose('axes');
          }}
        />
        Principal axes
      </label>
      <label className="row">
        <input
          type="radio"
          name="layout"
          disabled={!isReady}
          checked={layout === 'neighbours'}
          onChange={() => {
            onChoose('neighbours');
          }}
        />
        Neighbours (UMAP{isReady ? '' : `, ${Math.round(progress * 100).toString()} %`})
      </label>
    </fieldset>
  );
}

function Check({ label, isOn, onChange }: { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          onChange(target.checked);
        }}
      />
      {label}
    </label>
  );
}

const LEGEND = [
  ['point', 'Points'],
  ['neighbour', 'Neighbours'],
  ['hit', 'Hits'],
  ['query', 'Query'],
  ['chosen', 'Selection'],
] as const;

function Legend() {
  return (
    <ul className="row small map-legend">
      {LEGEND.map(([name, label]) => (
        <li key={name}>
          <span className={`dot dot-${name}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
