import { factorsOf, rgba, type Painter } from './drawing.js';
import type { Positions } from './map-points.js';

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

/** Draws by the graphics card. */
export function webglPainter(gl: WebGL2RenderingContext): Painter {
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
      const [fx, fy] = factorsOf(lens, { width, height });
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
