/** A format as people meet it, and what is extracted of it. */
export interface Format {
  readonly name: string;
  readonly description: string;
  /** In lower case, without dot. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  readonly extracted: string;
  readonly leftOut: string;
  /** The library that reads it. */
  readonly by: string;
}

/** What is extracted, by the name of the format. `docs/formats.md` is made of it. */
export const FORMATS: readonly Format[] = [
  {
    name: 'html',
    description: 'Web page',
    extensions: ['html', 'htm', 'xhtml'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    extracted:
      'main text, headings, lists, tables, code with its language, title, author, date, language, links, canonical address, robots',
    leftOut: 'navigation, forms, scripts, what a script would fill in, targets of links inside the text',
    by: '@mozilla/readability, linkedom',
  },
];

const byExtension = new Map(FORMATS.flatMap((format) => format.extensions.map((extension) => [extension, format.name])));
const byMediaType = new Map(FORMATS.flatMap((format) => format.mediaTypes.map((type) => [type, format.name])));

/** The name of a format by what a file is called or a server says of it; undefined for what is not extracted. */
export function namedFormat({ name = '', mediaType = '' }: { readonly name?: string; readonly mediaType?: string }): string | undefined {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const file = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const dot = file.lastIndexOf('.');
  return byMediaType.get(type) ?? (dot > 0 ? byExtension.get(file.slice(dot + 1)) : undefined);
}
