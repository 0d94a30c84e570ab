import { expect, it } from 'vitest';
import { parseXml } from '../dom/dom.js';
import { bookDates } from './book-dates.js';

const dates = (metadata: string) =>
  bookDates(
    parseXml(
      `<package xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><metadata>${metadata}</metadata></package>`,
    ),
  );

it('a book says when it came out and when it was changed', () => {
  const changed = '<meta name="cover" content="c"/><meta property="dcterms:modified">2021-03-04T05:06:07Z</meta>';
  expect(dates(`<dc:date>1998-05</dc:date>${changed}`)).toEqual({
    createdAt: '1998-05-01T00:00:00.000Z',
    modifiedAt: '2021-03-04T05:06:07.000Z',
  });
});

it('of the dates of an older book each says what it is of', () => {
  const both = '<dc:date opf:event="modification">2012-01-02</dc:date><dc:date opf:event="publication">1998</dc:date>';
  expect(dates(both)).toEqual({ createdAt: '1998-01-01T00:00:00.000Z', modifiedAt: '2012-01-02T00:00:00.000Z' });
  expect(dates('<dc:date opf:event="modification">2012-01-02</dc:date>')).toEqual({ modifiedAt: '2012-01-02T00:00:00.000Z' });
  expect(dates('<dc:date>0101-01-01T00:00:00+00:00</dc:date>')).toEqual({});
});
