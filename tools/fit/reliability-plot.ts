import type { RelevanceFit } from './relevance.ts';

type Bins = RelevanceFit['leftOut']['reliability'];

const SIDE = 360;
const LEFT = 60;
const TOP = 40;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Bins of fewer hits are noise as much as anything. */
const FEW = 50;

/** A reliability plot as SVG: what relevance said against the share that was relevant, with 95 % intervals (Wilson 1927); open circles: fewer than 50 hits. */
export function reliabilityPlot(bins: Bins): string {
  const size = { width: LEFT + SIDE + 30, height: TOP + SIDE + 60 };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width.toString()} ${size.height.toString()}" font-family="sans-serif" font-size="12">`,
    '<title>Relevance said and found, every set judged by a function fitted on the others</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...TICKS.flatMap(grid),
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...bins.filter(({ points }) => points > 0).flatMap(mark),
    `<path d="${bins
      .filter(({ points }) => points > 0)
      .map(({ said, found }, at) => `${at === 0 ? 'M' : 'L'}${x(said)} ${y(found)}`)
      .join('')}" fill="none" stroke="#1f5fa8" stroke-width="1.5"/>`,
    `<text x="${x(0.5)}" y="${(TOP + SIDE + 40).toString()}" text-anchor="middle">relevance said</text>`,
    `<text transform="translate(18 ${y(0.5)}) rotate(-90)" text-anchor="middle">share found relevant</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function grid(value: number): readonly string[] {
  const label = value.toString();
  return [
    `<path d="M${x(value)} ${y(0)}V${y(1)}M${x(0)} ${y(value)}H${x(1)}" stroke="#e4e4e4"/>`,
    `<text x="${x(value)}" y="${(TOP + SIDE + 18).toString()}" text-anchor="middle">${label}</text>`,
    `<text x="${(LEFT - 8).toString()}" y="${y(value)}" text-anchor="end" dominant-baseline="middle">${label}</text>`,
  ];
}

function mark({ points, said, found }: Bins[number]): readonly string[] {
  const { low, high } = wilson(found, points);
  return [
    `<path d="M${x(said)} ${y(low)}V${y(high)}" stroke="#1f5fa8"/>`,
    `<circle cx="${x(said)}" cy="${y(found)}" r="4" fill="${points < FEW ? '#fff' : '#1f5fa8'}" stroke="#1f5fa8"><title>${points.toString()} hits</title></circle>`,
  ];
}

/** The 95 % interval of a share. */
function wilson(share: number, points: number): { readonly low: number; readonly high: number } {
  const z2 = 1.96 ** 2;
  const middle = share + z2 / (2 * points);
  const spread = 1.96 * Math.sqrt((share * (1 - share)) / points + z2 / (4 * points ** 2));
  const whole = 1 + z2 / points;
  return { low: (middle - spread) / whole, high: (middle + spread) / whole };
}

function x(share: number): string {
  return (LEFT + share * SIDE).toFixed(1);
}

function y(share: number): string {
  return (TOP + (1 - share) * SIDE).toFixed(1);
}
