// Characters that stand for all others: two parts of a pattern can take the same character when they take the same sample.
import { visitRegExpAST } from '@eslint-community/regexpp';

const ALWAYS = '\0\t\n\r\u2028 !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\u00a0À×ß中あกé😀\ufeff';
const LAST_CODE_POINT = 0x10ffff;

/** Whether some sample is in all of them. @param {bigint[]} masks */
export function meet(...masks) {
  return masks.reduce((a, b) => a & b) !== 0n;
}

/** @returns {(raw: string) => bigint} which samples an atom of the pattern takes, a bit each */
export function sampler(pattern, flags) {
  const samples = samplesOf(pattern, flags);
  const plain = flags.replaceAll(/[gydm]/g, '');
  const known = new Map();
  return (raw) => {
    if (!known.has(raw)) known.set(raw, maskOf(new RegExp(`^(?:${raw})$`, plain), samples));
    return known.get(raw);
  };
}

function maskOf(pattern, samples) {
  return samples.reduce((mask, sample, at) => (pattern.test(sample) ? mask | (1n << BigInt(at)) : mask), 0n);
}

function samplesOf(pattern, flags) {
  const points = new Set(Array.from(ALWAYS, (sample) => sample.codePointAt(0) ?? 0));
  const addAround = (first, last) => [first - 1, first, last, last + 1].forEach((point) => points.add(point));
  visitRegExpAST(pattern, {
    onCharacterEnter: ({ value }) => addAround(value, value),
    onCharacterClassRangeEnter: ({ min, max }) => addAround(min.value, max.value),
  });
  const highest = /[uv]/.test(flags) ? LAST_CODE_POINT : 0xffff;
  const samples = [...points].filter((point) => point >= 0 && point <= highest).map((point) => String.fromCodePoint(point));
  return flags.includes('i') ? [...new Set(samples.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]))] : samples;
}
