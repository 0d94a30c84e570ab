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

it.each(['1904', '1970', '1980'])('a book of %s is of that year', (year) => {
  expect(dates(`<dc:date>${year}</dc:date>`)).toEqual({ createdAt: `${year}-01-01T00:00:00.000Z` });
});

it('it came out when it was published, else at the date that says nothing of what it is, else when it was made', () => {
  const [made, plain, published] = [
    '<dc:date opf:event="creation">2010-05-05</dc:date>',
    '<dc:date>Edition 3</dc:date><dc:date>2001</dc:date>',
    '<dc:date opf:event="publication">1998</dc:date>',
  ];
  const other = '<dc:date opf:event="conversion">2021-01-02</dc:date>';
  expect(dates(other + made + plain + published)).toEqual({ createdAt: '1998-01-01T00:00:00.000Z' });
  expect(dates(other + made + plain)).toEqual({ createdAt: '2001-01-01T00:00:00.000Z' });
  expect(dates(other + made)).toEqual({ createdAt: '2010-05-05T00:00:00.000Z' });
  expect(dates(other)).toEqual({});
});

it('a date of something else that came to pass stands for one that is not said, but not what was done to its file', () => {
  const [first, plain] = ['<dc:date opf:event="original-publication">1998</dc:date>', '<dc:date>2001</dc:date>'];
  const ofFile = '<dc:date opf:event="modification">2012-01-02</dc:date><dc:date opf:event="conversion">2021-01-02</dc:date>';
  expect(dates(ofFile + first)).toEqual({ createdAt: '1998-01-01T00:00:00.000Z', modifiedAt: '2012-01-02T00:00:00.000Z' });
  expect(dates(first + plain)).toEqual({ createdAt: '2001-01-01T00:00:00.000Z' });
  expect(dates('<dc:date opf:event="Conversion">2021-01-02</dc:date>')).toEqual({});
});

it.each(['1998.', 'January 1, 1998', '1998-1-1', '1998-01-01 00:00:00 UTC'])('a book of %s came out then', (written) => {
  expect(dates(`<dc:date>${written}</dc:date>`)).toEqual({ createdAt: '1998-01-01T00:00:00.000Z' });
});

it('when a part of it was changed is not when the book was', () => {
  const part = '<meta property="dcterms:modified" refines="#c1">2001-01-01T00:00:00Z</meta>';
  expect(dates(part)).toEqual({});
  expect(dates(`${part}<meta property="dcterms:modified">2021-03-04T05:06:07Z</meta>`)).toEqual({ modifiedAt: '2021-03-04T05:06:07.000Z' });
});
