import { expect, it } from 'vitest';
import { EXTRACTORS } from './extractors.js';
import { FORMATS, namedFormat } from './formats.js';

it('lists every format that is extracted, and no other', () => {
  expect(FORMATS.map(({ name }) => name).sort()).toEqual(
    Object.keys(EXTRACTORS)
      .filter((name) => name !== 'text')
      .sort(),
  );
});

it('loads an extractor for each', async () => {
  for (const load of Object.values(EXTRACTORS)) expect(await load()).toBeTypeOf('function');
});

it('gives no extension and no media type to two formats', () => {
  for (const names of [FORMATS.flatMap(({ extensions }) => extensions), FORMATS.flatMap(({ mediaTypes }) => mediaTypes)]) {
    expect(new Set(names).size).toBe(names.length);
  }
});

it('goes by the media type before the name', () => {
  expect(namedFormat({ name: 'report.html', mediaType: 'Application/PDF; version=1.7' })).toBe('pdf');
  expect(namedFormat({ name: 'a.b/REPORT.Docx' })).toBe('docx');
  expect(namedFormat({ name: '.pdf' })).toBeUndefined();
  expect(namedFormat({ name: 'pdf' })).toBeUndefined();
});
