import { Readability } from '@mozilla/readability';
import type { ExtractionRequest } from '@tributary/sources-port';
import { childrenOf, isElement, isText, parseHtml, type DomDocument, type DomElement, type DomNode } from '../dom/dom.js';
import { requireDepth } from '../dom/require-depth.js';
import type { DocumentBudgets } from '../budgets/budgets.js';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { decodeBytes, decodingNotes } from '../text/decode-bytes.js';
import { labelsIn } from '../svg/labels.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { oneLine } from '../text/tidy.js';
import { removeAuthorIds } from './author-ids.js';
import { declaredCharset } from './declared-charset.js';
import { linksOf, pageOf } from './links.js';
import { toMarkdown } from './markdown-writer.js';
import { isHidden, showAll } from './shown-on-demand.js';

/** What Readability finds must be at least this share of the page's words, else it took a part for the whole. */
const LEAST_SHARE = 0.3;
/** In a page with fewer characters Readability takes what little there is, navigation included. */
const SHORT_PAGE = 1000;
/** A form with at least this share of the page's words is the page. */
const LEAST_OF_FORM = 0.5;
/** Programs, and what stands for them where they do not run. */
const NEVER_SHOWN = new Set('head title script style noscript template svg canvas iframe object embed audio video'.split(' '));
const BOILERPLATE = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const BOILERPLATE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search']);

/** The main text of a page by Readability; where that finds too little, all of it without navigation and the like, and where nothing else is there, with
 *  them. @throws Refused (`no-text`) for a page without a word in it */
export function extractHtml(request: ExtractionRequest, budgets: DocumentBudgets): Extracted {
  const { bytes, mediaType, url } = request;
  const decoded = decodeBytes(bytes, declaredCharset(bytes, mediaType));
  if (decoded === undefined) throw new Refused('damaged', 'It is no text in any encoding that is known.');
  const document = parseHtml(decoded.text);
  requireDepth(document, budgets.maxDepth);
  const page = pageOf(document, url);
  const links = linksOf(document, url);
  const lang = document.documentElement?.getAttribute('lang') ?? '';
  const { text, title, metadata } = mainText(document);
  if (text === '') throw new Refused('no-text', 'The page has no text: it may need a browser to fill it.');
  return {
    text: title === '' || text.startsWith('# ') ? text : `# ${title}\n\n${text}`,
    lang: 'markdown',
    ...(title === '' ? {} : { title }),
    links,
    page,
    metadata: { ...metadata, ...(lang === '' ? {} : { language: lang }) },
    notes: decodingNotes(decoded),
  };
}

interface MainText {
  readonly text: string;
  readonly title: string;
  readonly metadata: Readonly<Record<string, string>>;
}

function mainText(document: DomDocument): MainText {
  const ownTitle = oneLine(document.querySelector('title')?.textContent ?? '');
  const firstHeading = document.querySelector('h1');
  const heading = firstHeading === null ? '' : oneLine(toMarkdown(firstHeading));
  const own = document.body === null ? '' : ownText(document.body);
  const whole = own === '' && document.body !== null ? wordsAnywhere(document.body) : own;
  // Readability takes the document apart, so it comes last.
  const article = readable(document);
  const isMain = article !== undefined && own.length >= SHORT_PAGE && article.text.length >= own.length * LEAST_SHARE;
  return {
    text: isMain ? article.text : whole,
    title: [article?.title, ownTitle, heading].find((title) => title !== undefined && title !== '') ?? '',
    metadata: article?.metadata ?? {},
  };
}

function ownText(body: DomElement): string {
  const forms = [...body.querySelectorAll('form')];
  const least = forms.length === 0 ? 0 : toMarkdown(body).length * LEAST_OF_FORM;
  const pages = new Set(forms.filter((form) => toMarkdown(form).length >= least));
  return toMarkdown(body, (element) => isBoilerplate(element) && !pages.has(element));
}

/** What a page says that has no words but in its navigation, its drawings and what it shows on demand. */
function wordsAnywhere(body: DomElement): string {
  // What lies in another one is told with that.
  const inner = new Set(body.querySelectorAll('svg svg'));
  const drawings = [...body.querySelectorAll('svg')].filter((drawing) => !inner.has(drawing));
  const drawn = drawings.map((drawing) => [...new Set(labelsIn(drawing))].join('\n'));
  const words = [toMarkdown(body), ...drawn.map((labels) => escapeMarkup(labels))].filter((part) => part !== '').join('\n\n');
  return words === '' ? escapeMarkup(oneLine(unwritten(body))) : words;
}

/** The words of what Markdown is not made of: dialogues, buttons, choices. */
function unwritten(parent: DomNode): string {
  let text = '';
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += child.textContent ?? '';
    else if (isElement(child) && !NEVER_SHOWN.has(child.localName) && !isHidden(child)) text += ` ${unwritten(child)} `;
  }
  return text;
}

function readable(document: DomDocument): MainText | undefined {
  removeAuthorIds(document);
  showAll(document);
  // Classes name the languages of code.
  const article = new Readability(document, { charThreshold: 200, keepClasses: true, serializer: (content: DomNode) => content }).parse();
  if (!article?.content) return undefined;
  const { title, byline, siteName, publishedTime, excerpt } = article;
  const found = { author: byline, site: siteName, published: publishedTime, description: excerpt };
  const metadata = Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (typeof value === 'string' && value.trim() !== '' ? [[name, oneLine(value)]] : [])),
  );
  return { text: toMarkdown(article.content), title: oneLine(title ?? ''), metadata };
}

function isBoilerplate(element: DomElement): boolean {
  if (element.localName === 'header' && element.querySelector('h1') !== null) return false;
  return (
    BOILERPLATE.has(element.localName) ||
    BOILERPLATE_ROLES.has(element.getAttribute('role') ?? '') ||
    element.getAttribute('aria-hidden') === 'true'
  );
}
