import { factorsOf, rgba, type Drawing, type Painter, type Size } from './drawing.js';

/** Draws on the plain canvas by setting its pixels, without a call of the canvas for each point. */
export function pixelPainter(context: CanvasRenderingContext2D): Painter {
  let image: ImageData | undefined;
  return {
    kind: 'canvas',
    draw: (drawing) => {
      const { width, height } = context.canvas;
      if (width === 0 || height === 0) return;
      if (image?.width !== width || image.height !== height) image = context.createImageData(width, height);
      image.data.fill(0);
      paintPixels(image.data, { width, height }, { ...drawing, ratio: devicePixelRatio });
      context.putImageData(image, 0, 0);
    },
    dispose: () => undefined,
  };
}

/** Sets the pixels of each point's disc; what lies under one that can be seen through is mixed with it.
 *  @param pixels four bytes each, row by row from the top, empty */
export function paintPixels(pixels: Uint8ClampedArray, size: Size, drawing: Drawing & { readonly ratio: number }): void {
  const { positions, groups, lens, ratio } = drawing;
  const [fx, fy] = factorsOf(lens, size);
  for (const { points, colour, size: side } of groups) {
    const disc = discOf(side * ratio, size);
    const ink = rgba(colour);
    const count = points === 'all' ? positions.length / 2 : points.length;
    for (let at = 0; at < count; at++) {
      const point = points === 'all' ? at : (points[at] ?? 0);
      const x = Math.round(((((positions[point * 2] ?? 0) - lens.x) * fx + 1) / 2) * size.width);
      const y = Math.round(((1 - ((positions[point * 2 + 1] ?? 0) - lens.y) * fy) / 2) * size.height);
      // One at the border is left out rather than cut: its row would go on at the other side.
      if (x < disc.reach || y < disc.reach || x >= size.width - disc.reach || y >= size.height - disc.reach) continue;
      for (const offset of disc.offsets) mix(pixels, (y * size.width + x + offset) * 4, ink);
    }
  }
}

/** The pixels of a disc, counted from its middle. */
function discOf(diameter: number, { width }: Size): { readonly reach: number; readonly offsets: readonly number[] } {
  const radius = Math.max(0.5, diameter / 2);
  const reach = Math.ceil(radius);
  const offsets: number[] = [];
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) if (x * x + y * y <= radius * radius) offsets.push(y * width + x);
  return { reach, offsets };
}

function mix(pixels: Uint8ClampedArray, at: number, [red, green, blue, alpha]: readonly [number, number, number, number]): void {
  const under = ((pixels[at + 3] ?? 0) / 255) * (1 - alpha);
  const sum = alpha + under;
  const part = (place: number, ink: number) => {
    pixels[at + place] = (ink * 255 * alpha + (pixels[at + place] ?? 0) * under) / sum;
  };
  part(0, red);
  part(1, green);
  part(2, blue);
  pixels[at + 3] = sum * 255;
}
