/**
 * Figures as a markdown table.
 * @param {readonly import('../figure.ts').Figure[]} figures
 */
export function table(figures) {
  const rows = figures.map(({ what, unit, ours, peer, ratio, target, of }) =>
    [
      of ? `${what} (${of.date}, commit ${of.commit})` : what,
      `${spreadText(ours)} ${unit}`,
      peer ? `${peer.name}: ${spreadText(peer.spread)}` : '–',
      ratio ? spreadText(ratio) : '–',
      targetText(target),
    ].join(' | '),
  );
  return ['| what | median (range) | compared with | ratio | target |', '|---|---|---|---|---|', ...rows.map((row) => `| ${row} |`)].join(
    '\n',
  );
}

function spreadText({ median, min, max }) {
  return min === max ? number(median) : `${number(median)} (${number(min)}–${number(max)})`;
}

function targetText(target) {
  if (target === undefined) return '–';
  return `${target.text}: ${target.met ? 'met' : '**missed**'}`;
}

function number(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}
