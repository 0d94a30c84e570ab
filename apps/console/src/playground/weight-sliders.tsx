import { useState } from 'react';
import { usePaced } from '../parts/use-paced.js';
import { LANES, type Weights } from './playground-view.js';

/** A slider is followed at once, but not every pixel of it is a search. */
const APART_MS = 80;

interface SlidersProps {
  readonly weights: Weights;
  readonly isOn: boolean;
  readonly onWeights: (weights: Weights) => void;
}

/** One slider for each lane; the list follows while one is moved. */
export function WeightSliders({ weights, isOn, onWeights }: SlidersProps) {
  const [shown, setShown] = useShown(weights);
  const follow = usePaced(APART_MS, onWeights);
  const move = (next: Weights) => {
    setShown(next);
    follow(next);
  };
  return (
    <fieldset className="weights" disabled={!isOn}>
      <legend className="small muted">Weights{isOn ? '' : ' (for hybrid, rrf and dbsf)'}</legend>
      {LANES.map((lane) => (
        <label key={lane} className={`weight lane-${lane}`}>
          <span>{lane}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={shown[lane]}
            aria-valuetext={`${lane} ${shown[lane].toFixed(2)}`}
            onChange={({ target }) => {
              move({ ...shown, [lane]: Number(target.value) });
            }}
          />
          <output className="number">{shown[lane].toFixed(2)}</output>
        </label>
      ))}
    </fieldset>
  );
}

/** What is moved, until the address says otherwise. */
function useShown(weights: Weights) {
  const [shown, setShown] = useState(weights);
  const [known, setKnown] = useState(weights);
  if (LANES.some((lane) => known[lane] !== weights[lane])) {
    setKnown(weights);
    setShown(weights);
  }
  return [shown, setShown] as const;
}
