import type { SeededRandom } from '@tributary/testing';

/** Ways in which somebody may write an IPv4 address in a URL: full stops of other scripts, digits of other widths, other bases, fewer parts. */
export function spellingsOfV4([a = 0, b = 0, c = 0, d = 0]: readonly number[], random: SeededRandom): readonly string[] {
  const part = (n: number) =>
    random.pick([n.toString(), `0${n.toString(8)}`, `0x${n.toString(16)}`, `0X${n.toString(16).toUpperCase()}`, `000${n.toString(8)}`]);
  const last3 = ((b << 16) | (c << 8) | d) >>> 0;
  const whole = ((a << 24) | last3) >>> 0;
  const plain = [a, b, c, d].join('.');
  return [
    plain,
    [a, b, c, d].map(part).join('.'),
    `${part(a)}.${part(b)}.${part((c << 8) | d)}`,
    `${part(a)}.${part(last3)}`,
    part(whole),
    `${plain}.`,
    wide(plain),
    plain.replaceAll('.', '。'),
    plain.replaceAll('.', random.pick(['．', '｡', '%2e', '%2E'])),
  ];
}

/** Ways to write the same IPv6 address, brackets included. */
export function spellingsOfV6(words: readonly number[], random: SeededRandom): readonly string[] {
  const hex = words.map((word) => word.toString(16));
  const full = hex.map((word) => word.padStart(4, '0')).join(':');
  const tail = [6, 7].flatMap((i) => [(words[i] ?? 0) >> 8, (words[i] ?? 0) & 255]).join('.');
  const mixed = `${hex.slice(0, 6).join(':')}:${tail}`;
  const spelling = random.pick([hex.join(':'), full, full.toUpperCase(), mixed]);
  return [`[${spelling}]`, `[${hex.join(':').replace(/(?:^|:)0(?::0)+(?::|$)/, '::')}]`];
}

function wide(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}
