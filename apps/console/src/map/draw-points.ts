import type { Positions } from './map-points.js';

/** What of the map is seen: the position in the middle, and how often it is enlarged. */
export interface Lens {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Points to draw; the later groups lie above the earlier ones. */
export interface Drawing {
  readonly positions: Positions;
  readonly groups: readonly { readonly points: ArrayLike<number> | 'all'; readonly colour: string; readonly size: number }[];
  readonly lens: Lens;
}

/** Draws points on a canvas; `dispose` gives back what the graphics card holds. */
export interface Painter {
  readonly kind: 'webgl' | 'canvas';
  draw(drawing: Drawing): void;
  dispose(): void;
}

/** By the graphics card; where there is none, on the plain canvas. */
export function openPainter(canvas: HTMLCanvasElement, wanted: 'webgl' | 'canvas' = 'webgl'): Painter | undefined {
  const gl = wanted === 'webgl' ? canvas.getContext('webgl2', { antialias: false, alpha: true }) : null;
  if (gl !== null) return webglPainter(gl);
  const context = canvas.getContext('2d');
  return context === null ? undefined : canvasPainter(context);
}

/** Where a position lies in the picture, from −1 to 1, with the longer side of the canvas cut to the shorter. */
export function onCanvas(
  [x, y]: readonly [number, number],
  lens: Lens,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const side = Math.min(width, height);
  return [((x - lens.x) * lens.zoom * side * 0.94) / width, ((y - lens.y) * lens.zoom * side * 0.94) / height] as const;
}

const VERTEX = `#version 300 es
in vec2 place;
uniform vec2 middle;
uniform vec2 factor;
uniform float size;
void main() {
  gl_Position = vec4((place - middle) * factor, 0.0, 1.0);
  gl_PointSize = size;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 colour;
out vec4 painted;
void main() {
  float far = length(gl_PointCoord - 0.5);
  if (far > 0.5) discard;
  painted = vec4(colour.rgb * colour.a, colour.a);
}`;

function webglPainter(gl: WebGL2RenderingContext): Painter {
  const program = link(gl);
  const buffer = gl.createBuffer();
  const indices = gl.createBuffer();
  let held: Positions | undefined;
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const place = gl.getAttribLocation(program, 'place');
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  const [middle, factor, size, colour] = [uniform('middle'), uniform('factor'), uniform('size'), uniform('colour')];
  return {
    kind: 'webgl',
    draw: ({ positions, groups, lens }) => {
      const { width, height } = gl.canvas;
      gl.viewport(0, 0, width, height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.useProgram(program);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      // Uploaded once for each layout, not for each frame.
      if (held !== positions) gl.bufferData(gl.ARRAY_BUFFER, positions, gl.STATIC_DRAW);
      held = positions;
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0);
      const [fx, fy] = onCanvas([1, 1], { x: 0, y: 0, zoom: lens.zoom }, { width, height });
      gl.uniform2f(middle, lens.x, lens.y);
      gl.uniform2f(factor, fx, fy);
      for (const group of groups) {
        gl.uniform1f(size, group.size * devicePixelRatio);
        gl.uniform4f(colour, ...rgba(group.colour));
        if (group.points === 'all') gl.drawArrays(gl.POINTS, 0, positions.length / 2);
        else {
          gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
          gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(group.points), gl.DYNAMIC_DRAW);
          gl.drawElements(gl.POINTS, group.points.length, gl.UNSIGNED_INT, 0);
        }
      }
    },
    dispose: () => {
      gl.deleteBuffer(buffer);
      gl.deleteBuffer(indices);
      gl.deleteProgram(program);
    },
  };
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}

/** `#rrggbb` or `#rrggbbaa`. */
function rgba(colour: string): readonly [number, number, number, number] {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5), colour.length > 7 ? part(7) : 1];
}

function canvasPainter(context: CanvasRenderingContext2D): Painter {
  return {
    kind: 'canvas',
    draw: ({ positions, groups, lens }) => {
      const { width, height } = context.canvas;
      context.clearRect(0, 0, width, height);
      for (const { points, colour, size } of groups) {
        context.fillStyle = colour;
        const side = size * devicePixelRatio;
        const count = points === 'all' ? positions.length / 2 : points.length;
        for (let at = 0; at < count; at += 1) {
          const point = points === 'all' ? at : (points[at] ?? 0);
          const [x, y] = onCanvas([positions[point * 2] ?? 0, positions[point * 2 + 1] ?? 0], lens, { width, height });
          if (Math.abs(x) > 1 || Math.abs(y) > 1) continue;
          context.fillRect(((x + 1) / 2) * width - side / 2, ((1 - y) / 2) * height - side / 2, side, side);
        }
      }
    },
    dispose: () => undefined,
  };
}
