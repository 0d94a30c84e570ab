import { expect, it } from 'vitest';
import { detailsOf, propertiesOf } from './core-properties.js';

const CORE = `<cp:coreProperties xmlns:cp="c" xmlns:dcterms="d"><dcterms:created>2020-11-05T10:00:00Z</dcterms:created><dcterms:modified>2021-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>`;
const META = `<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><meta:creation-date>2020-11-05T10:00:00Z</meta:creation-date><dc:date>2021-01-02T03:04:05Z</dc:date></office:meta></office:document-meta>`;

it.each([
  ['office files', CORE],
  ['OpenDocument files', META],
])('%s say when they were made and changed', (_, xml) => {
  expect(detailsOf(propertiesOf(xml))).toMatchObject({ createdAt: '2020-11-05T10:00:00.000Z', modifiedAt: '2021-01-02T03:04:05.000Z' });
});

it('a file that knows no moment says none', () => {
  const details = detailsOf(propertiesOf(CORE.replaceAll(/20\d\d-/g, '1601-').replaceAll(/1601-\d\d-\d\d/g, '1601-01-01')));
  expect(details).toEqual({ metadata: {} });
});
