export interface Curve {
  readonly name: string;
  readonly color: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly curves: readonly Curve[];
  /** Both axes by powers of two. */
  readonly isLogarithmic?: boolean;
  /** Moments on the axis x that something began at. */
  readonly marks?: readonly Mark[];
}

export interface Mark {
  readonly x: number;
  readonly name: string;
}

const WIDTH = 720;
const HEIGHT = 400;
const EDGE = { left: 80, right: 20, top: 40, bottom: 50 };

/** A line plot as an SVG document of its own. */
export function plotSvg({ title, x, y, curves, isLogarithmic = false, marks = [] }: Plot): string {
  const scale = (value: number) => (isLogarithmic ? Math.log2(Math.max(1, value)) : value);
  const points = curves.flatMap((curve) => curve.points);
  const right = Math.max(...points.map(([px]) => scale(px)));
  const top = Math.max(...points.map(([, py]) => scale(py))) * 1.05;
  const atX = (value: number) => EDGE.left + (scale(value) / right) * (WIDTH - EDGE.left - EDGE.right);
  const atY = (value: number) => HEIGHT - EDGE.bottom - (scale(value) / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const back = (value: number) => (isLogarithmic ? 2 ** value : value);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const lines = curves.map(({ color, points: own }) => {
    const path = own.map(([px, py]) => `${atX(px).toFixed(1)},${atY(py).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${path}"/>`;
  });
  const legend = curves.map(({ name, color }, i) => text({ x: EDGE.left + 12, y: EDGE.top + 16 * (i + 1), anchor: 'start', color }, name));
  const xTicks = ticks.map((share) => {
    const value = back(share * right);
    return text({ x: atX(value), y: HEIGHT - EDGE.bottom + 18, anchor: 'middle' }, short(value));
  });
  const yTicks = ticks.map((share) => {
    const value = back(share * top);
    return text({ x: EDGE.left - 8, y: atY(value) + 4, anchor: 'end' }, short(value));
  });
  const marked = marks.map(({ x: at, name }) => mark(atX(at), name));
  const frame = `<path fill="none" stroke="#888" d="M${EDGE.left.toString()} ${EDGE.top.toString()}V${(HEIGHT - EDGE.bottom).toString()}H${(WIDTH - EDGE.right).toString()}"/>`;
  const titles = [
    text({ x: WIDTH / 2, y: 22, anchor: 'middle' }, title),
    text({ x: WIDTH / 2, y: HEIGHT - 10, anchor: 'middle' }, x),
    text({ x: 8, y: EDGE.top - 10, anchor: 'start' }, y),
  ];
  const size = `viewBox="0 0 ${WIDTH.toString()} ${HEIGHT.toString()}" width="${WIDTH.toString()}" height="${HEIGHT.toString()}"`;
  const parts = [`<rect width="100%" height="100%" fill="#fff"/>`, frame, ...marked, ...lines, ...legend, ...xTicks, ...yTicks, ...titles];
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">\n${parts.join('\n')}\n</svg>\n`;
}

/** A line from top to bottom with its name along it, at its foot, where no legend stands. */
function mark(x: number, name: string): string {
  const foot = HEIGHT - EDGE.bottom - 6;
  const line = `<path stroke="#bbb" stroke-dasharray="3 3" d="M${x.toFixed(1)} ${EDGE.top.toString()}V${(HEIGHT - EDGE.bottom).toString()}"/>`;
  const words = text({ x: x + 4, y: foot, anchor: 'end', color: '#888' }, name);
  return `${line}<g font-size="10" transform="rotate(90 ${(x + 4).toFixed(1)},${foot.toString()})">${words}</g>`;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly color?: string;
}

function text({ x, y, anchor, color = '#333' }: Placed, content: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${color}">${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}

function short(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1).replace(/\.0$/, '');
}
