import { expect, it } from 'vitest';
import { maskFields } from './mask-fields.js';

const PASSWORD = ['Sommer', '2024!'].join('');
const KEY = ['AKIA', 'IOSFODNN7EXAMPL3'].join('');

it('masks each text of some fields and of their lists, by the name of the field, and counts what it masked', () => {
  expect(maskFields({ password: [PASSWORD, `${PASSWORD} (hall)`], by: `Ada ${KEY}`, keys: [KEY, 'none'] })).toEqual({
    fields: { password: ['[password]*', '[password]* (hall)'], by: 'Ada [aws-access-key]****', keys: ['[aws-access-key]****', 'none'] },
    counts: { password: 2, 'aws-access-key': 2 },
  });
});

it('leaves what is no text as it is', () => {
  const fields = { password: 20_240_101, done: true, none: null, secrets: [1, [KEY], { KEY }], within: { password: PASSWORD } };
  expect(maskFields(fields)).toEqual({ fields, counts: {} });
});
