import { describe, expect, it } from 'vitest';
import { isChosen } from './secret-values.js';

describe('a chosen password', () => {
  it.each(['required|string|min:8', 'required,min:8,confirmed', 'required|in:user1,admin2,guest|max:20', 'sometimes|min:12|max'])(
    'is none of the demands of a form: %s',
    (demands) => {
      expect(isChosen(demands)).toBe(false);
    },
  );

  it.each(['summer,Winter24', 'summer2024|winter', 'summer|min:8!'])('may be written much like them: %s', (value) => {
    expect(isChosen(value)).toBe(true);
  });

  it('is told from them however long the value is', () => {
    expect(isChosen(`a${',min:a1,cd,ef'.repeat(60)}!`)).toBe(true);
    expect(isChosen(`a${',min:a1,cd,ef'.repeat(60)}`)).toBe(false);
  });
});
