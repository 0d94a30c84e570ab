/** Of programs that make pages, not of files that are handed out. */
const ENDING = /\.(?:[sx]?html?|php\d?|aspx?|jspx?|cfm|cgi)$/i;
/** UUIDs, hashes, and numbers of seven digits and more that are no day (`20240506`): what no one types to find a page again. */
const IDS =
  /[-_.~]?(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8,}|(?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))\d{7,})(?![\p{L}\p{N}])[-_.~]?/giu;
const WORD = /[\p{L}\p{N}]/u;
/** Control and format characters, which nobody sees, and white space. */
const BLANK = /[\p{C}\s]+/gu;

/** What the address of a web page says to a reader: `docs.example.com/kafka/operations` of `https://docs.example.com/kafka/operations.html?v=3#start`. Host (a name, not a number) and
 *  segments, without `www`, `index`, endings of page programs and ids; undefined for what is no address of http or https. */
export function addressWords(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  const segments = url.pathname.split('/').map(segmentWords);
  return [hostWords(url.hostname), ...segments].filter((part) => WORD.test(part)).join('/');
}

function hostWords(hostname: string): string {
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isNumber || hostname === 'localhost' ? '' : hostname.replace(/^www\./, '').replace(/\.$/, '');
}

function segmentWords(segment: string): string {
  const name = decoded(segment).replace(ENDING, '');
  return name.toLowerCase() === 'index' ? '' : name.replace(IDS, ' ').replace(BLANK, ' ').trim();
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
