import type { TributaryError } from '@tributary/kernel';

/** A server takes fewer or shorter texts than it was given; `refusal` is what to report when they cannot be made less. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  readonly what: 'texts' | 'characters';
  readonly refusal: TributaryError;

  constructor(what: 'texts' | 'characters', refusal: TributaryError) {
    super(refusal.message);
    this.what = what;
    this.refusal = refusal;
  }
}
