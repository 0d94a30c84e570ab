import { describe, expect, it } from 'vitest';
import { sentenceFor } from './preparation-failure.mjs';

describe('sentenceFor', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error network request to https://example.org/zod failed', 'The package registry cannot be reached'],
    ['npm error code ENOTCACHED', 'The package registry cannot be reached'],
    ['npm error ENOSPC: no space left on device, write', 'The disk is full'],
    ['error TS5033: Could not write file: no space left on device', 'The disk is full'],
    ['npm error code EACCES\nnpm error syscall mkdir', 'This folder cannot be written to'],
    ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when', 'package-lock.json does not match'],
  ])('says what to do about %j', (output, sentence) => {
    expect(sentenceFor(output)).toContain(sentence);
  });

  it('says nothing about what it does not know', () => {
    expect(sentenceFor("src/a.ts(1,1): error TS2304: Cannot find name 'a'.")).toBeUndefined();
  });
});
