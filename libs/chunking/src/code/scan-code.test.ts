import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../document/chunk-document.js';
import { expectExact } from '../testing/expect-exact.fixture.js';

/** Type, symbol and first line of each chunk. */
function outline(text: string, path: string): string[] {
  const result = chunkDocument({ text, type: 'code', path });
  expectExact(text, result);
  return result.chunks.map(({ chunk_type, sym = '-', content }) => `${chunk_type} ${sym}: ${content.trimStart().split('\n')[0] ?? ''}`);
}

const body = (line: string, times = 9) => `${line}\n`.repeat(times);

describe('code', () => {
  it('is cut between definitions, comments and decorators with what follows [004-02]', () => {
    const text = `import os
import sys

LIMIT = 10


# Walks the tree.
@cached
def walk(root):
    """Doc."""
${body('    total = total + compute(root)')}

class Tree:
    size = 0
${body('    # the size of the tree')}
`;
    expect(outline(text, 'tree.py')).toEqual(['block -: import os', 'function walk: # Walks the tree.', 'class Tree: class Tree:']);
  });

  it('keeps a closing bracket, an else and a catch with what they end', () => {
    const text = `try {\n${body('  run();', 20)}} catch (error) {\n${body('  stop();', 5)}} finally {\n  end();\n}\n\nfunction next() {\n${body('  return 1;')}}\n`;
    expect(outline(text, 'x.js')).toEqual(['block -: try {', 'function next: function next() {']);
  });

  it('opens a class that is too long into its members and names each', () => {
    const text = `/** Counts. */
export class Counter {
  private total = 0;

  /** Adds one. */
  add(step: number): void {
${body('    this.total += step;')}  }

  get size(): number {
${body('    this.total += 1;')}  }
}

export function make(): Counter {
  return new Counter();
}
`;
    expect(outline(text, 'counter.ts')).toEqual([
      'class Counter: /** Counts. */',
      'function add: /** Adds one. */',
      'function size: get size(): number {',
      'function make: export function make(): Counter {',
    ]);
  });

  it('gives every part of a long function its name [004-17] [004-43]', () => {
    const text = `func Scan() {\n${body('\tx := read()\n\tif x > 0 {\n\t\twrite(x)\n\t}\n', 40)}}\n`;
    const parts = outline(text, 'scan.go');
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toMatch(/^function Scan: /);
  });

  it('cuts long functions between statements rather than inside their blocks [004-56]', () => {
    const text = `func Scan() {\n${body('\tx := read()\n\tif x > 0 {\n\t\twrite(x)\n\t}', 40)}}\n`;
    for (const part of outline(text, 'scan.go').slice(1)) expect(part).toMatch(/: (?:x := read\(\)|if x > 0 \{)$/);
  });

  it('puts tiny definitions together and then names none', () => {
    const text = 'export type A = string;\nexport type B = number;\nexport type C = boolean;\n';
    expect(outline(text, 'types.ts')).toEqual(['block -: export type A = string;']);
  });

  it('finds functions in C whose result stands on a line of its own, and access labels are no cut', () => {
    const text = `static PyObject *\nadd(PyObject *a)\n{\n${body('    x = x + 1;', 20)}}\n\nclass Ref {\n${body('    int a;', 12)}public:\n${body('    int b;', 12)}};\n`;
    expect(outline(text, 'ref.cpp')).toEqual(['function add: static PyObject *', 'class Ref: class Ref {']);
  });

  it('follows `end` as well as brackets', () => {
    const text = `module Shop\n  class Cart\n${body('    attr :x', 3)}\n    def total\n${body('      sum += 1', 18)}    end\n\n    def clear\n${body('      sum = 0', 18)}    end\n  end\nend\n`;
    expect(outline(text, 'cart.rb')).toEqual(['class Cart: module Shop', 'function total: def total', 'function clear: def clear']);
  });

  it('without indentation or in a language not known is cut by blank lines and sizes', () => {
    const text = `${body('x = 1', 30)}\n${body('y = 2', 30)}`;
    expect(outline(text, 'x.unknowncode')).toEqual(['block -: x = 1', 'block -: y = 2']);
  });

  it('of one long line is cut at spaces', () => {
    const result = chunkDocument({ text: 'a = b; '.repeat(1000), type: 'code', path: 'x.js' });
    for (const { content } of result.chunks) expect(content).toMatch(/^\S.*\S$/);
  });
});

describe('data', () => {
  it('is cut between lines, rather where the indentation is small', () => {
    const text = Array.from(
      { length: 12 },
      (_, i) => `service_${i.toString()}:\n  image: example\n  ports:\n    - 80\n    - 443\n  replicas: 2\n`,
    ).join('');
    const parts = outline(text, 'compose.yaml');
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part).toMatch(/^block -: service_\d+:$/);
  });
});
