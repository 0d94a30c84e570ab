import { expect, it } from 'vitest';
import { writtenMoment } from './written-moment.js';

it.each([
  ['2020-11-05T10:00:00Z', '2020-11-05T10:00:00.000Z'],
  ['Thu, 5 Nov 2020 11:00:00 +0100', '2020-11-05T10:00:00.000Z'],
  ['1851', '1851-01-01T00:00:00.000Z'],
])('%s is a moment', (written, moment) => {
  expect(writtenMoment(written)).toBe(moment);
});

it.each([undefined, '', 'soon', '0101-01-01T00:00:00+00:00', '1601-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '+012020-01-01T00:00:00Z'])(
  '%s is none',
  (written) => {
    expect(writtenMoment(written)).toBeUndefined();
  },
);
