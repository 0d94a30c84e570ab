/** One line of a `/metrics` answer. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a process tells of itself at `/metrics`. */
export class Metrics {
  readonly #samples: readonly Sample[];

  constructor(text: string) {
    this.#samples = text.split('\n').flatMap((line) => sampleOf(line) ?? []);
  }

  /** @param url of the process */
  static async of(url: string, token: string): Promise<Metrics> {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`${url}/metrics answered ${response.status.toString()}`);
    return new Metrics(await response.text());
  }

  /** The samples of this name with these labels, added up; 0 where there are none. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const matching = this.#samples.filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    return matching.reduce((sum, { value }) => sum + value, 0);
  }

  /** Values by one label, over all other labels added up. */
  values(name: string, label: string): readonly (readonly [text: string, value: number])[] {
    const sums = new Map<string, number>();
    for (const { labels, value } of this.#samples.filter((sample) => sample.name === name)) {
      const text = labels[label] ?? '';
      sums.set(text, (sums.get(text) ?? 0) + value);
    }
    return [...sums];
  }
}

function sampleOf(line: string): Sample | undefined {
  const [, name = '', labels = '', value = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
  if (name === '') return undefined;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
