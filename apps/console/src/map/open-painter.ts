import type { Painter } from './drawing.js';
import { pixelPainter } from './pixel-painter.js';
import { webglPainter } from './webgl-painter.js';

const CARD: WebGLContextAttributes = { antialias: false, alpha: true, failIfMajorPerformanceCaveat: true };

/** By the graphics card; where there is none, and a browser would imitate one by the processor, by setting the pixels of the plain canvas. */
export function openPainter(canvas: HTMLCanvasElement, wanted: 'webgl' | 'canvas' = 'webgl'): Painter | undefined {
  const gl = wanted === 'webgl' ? canvas.getContext('webgl2', CARD) : null;
  if (gl !== null) return webglPainter(gl);
  const context = canvas.getContext('2d');
  return context === null ? undefined : pixelPainter(context);
}
