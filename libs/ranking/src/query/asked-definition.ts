import { mentionedIdentifier } from './mentioned-identifier.js';
import { namedDefinition, type NamedDefinition } from './named-definition.js';

/** What a query asks about the name of a definition. */
export interface AskedDefinition {
  readonly definition: NamedDefinition;
  /** Where it is defined, or what says it and does not define it; `more` where that is one thing among others that are asked for. */
  readonly asks: 'definition' | 'uses' | 'more';
}

/** A name within a question, in which it stands where `%` does. */
interface Wordings extends Pick<AskedDefinition, 'asks'> {
  readonly questions: readonly RegExp[];
  /** Nobody asks so but about code: the name may be a mere word. */
  readonly isOfCode?: true;
}

const KIND =
  '(?:class|function|method|interface|type|struct|enum|trait|macro|constant|variable|decorator|hook|component|klasse|funktion|methode|schnittstelle|konstante)';
const CALLED = `(?:(?<article>the|our|this|die|der|das|den) )?(?:(?<kind>${KIND}) )?(?<called>\`[^\`]{1,200}\`|[^\\s\`()]{1,200}(?:\\([^()]{0,100}\\))?)(?: (?<kindBehind>${KIND}))?`;
/** Behind an article these are no words of compounds, as in "how does type inference work". */
const MARKS = /^(?:function|method|class|struct|macro|decorator|funktion|methode|klasse)$/iu;
const WHERE = '(?: (?:in|within) (?:[^\\s]{1,60} ){0,3}[^\\s]{1,60})?';
const LOOKING =
  '(?:(?:please|find|show|show me|list|get|give me|zeig|zeige|zeig mir|zeige mir|finde) )?(?:(?:all|any|the|every|alle|die) ){0,2}';

const WORDINGS: readonly Wordings[] = [
  {
    asks: 'definition',
    isOfCode: true,
    questions: [
      "where(?: is| are|'s|s) % (?:defined|declared|implemented)",
      '(?:where|how) (?:do|does|did) (?:we|you|they|it|i) (?:define|declare|implement) %',
      '(?:which|what) (?:file|module|package) (?:defines|declares|implements|has) %',
      'how(?: is| are) % (?:implemented|defined|declared)',
      'wo (?:ist|sind|wird|werden) % (?:definiert|deklariert|implementiert|umgesetzt|festgelegt)',
      'wie (?:ist|wird|sind|werden) % (?:definiert|deklariert|implementiert|umgesetzt)',
    ].map(questionOf),
  },
  {
    asks: 'definition',
    questions: [
      'what(?: exactly)? (?:does|do) %(?: exactly)? do',
      'how (?:does|do) % work',
      "where(?: is| are|'s) %(?: located)?",
      'where (?:can|do) (?:i|we|one) find %',
      `${LOOKING}(?:definition|declaration|implementation|signature|source|source code|code|body) (?:of|for) %`,
      '% (?:definition|declaration|implementation|signature|source|source code)',
      '(?:show|show me|find) %',
      'wo (?:ist|sind|steht|finde ich) %',
      'was (?:macht|machen|tut|tun) %(?: genau)?',
      'wie (?:funktioniert|funktionieren|arbeitet|arbeiten) %',
      `${LOOKING}(?:definition|deklaration|implementierung|implementation|signatur|code|quelltext) von %`,
      '(?:zeig|zeige)(?: mir)? %',
    ].map(questionOf),
  },
  {
    asks: 'uses',
    questions: [
      '(?:who|what|where|which [^\\s]{1,40})(?: else)? (?:calls?|uses?|invokes?|references?|imports?|instantiates?|creates?|extends?|throws?|raises?) %',
      "where(?: else)?(?: is| are|'s) % (?:used|called|referenced|invoked|imported|instantiated|created|thrown|raised)(?: from)?",
      'where(?: else)? (?:do|does) (?:we|you|they|it|i) (?:use|call|reference|invoke|import|instantiate|create|throw|raise) %',
      'how (?:is|are) % (?:used|called|invoked)',
      'who is calling %',
      `${LOOKING}(?:callers?|call sites?|calls?|uses?|usages?|users?|consumers?|references?|invocations?|importers?) (?:of|to|for) %`,
      '% (?:callers|call sites|uses|usages?|references)',
      '(?:wer|was|welche [^\\s]{1,40})(?: alles)? (?:ruft|rufen) % auf',
      '(?:wer|was|welche [^\\s]{1,40})(?: alles)? (?:benutzt|benutzen|verwendet|verwenden|nutzt|nutzen|importiert|importieren) %',
      'wo(?: überall)? (?:wird|werden|ist|sind) %(?: überall)? (?:benutzt|verwendet|genutzt|gebraucht|aufgerufen|importiert|erzeugt|geworfen)',
      'von wo (?:wird|werden) % aufgerufen',
      'wo (?:benutzen|verwenden|nutzen|rufen) wir %(?: auf)?',
      `${LOOKING}(?:aufrufe|aufrufer|aufrufen|aufrufstellen|verwendungen?|verwender|nutzungen|referenzen) von %`,
    ].map(questionOf),
  },
];

/** Longer ones say more than a name and what is asked about it. */
const LONGEST = 300;

/** The definition that a query asks for, or the uses of it: where the query is nothing but its name, or a short question about an identifier, one that is clearly none of the language's words (`where is retry_all defined`, `who calls \`retry\``), or says one alone amid other words. */
export function askedDefinition(query: string): AskedDefinition | undefined {
  const named = namedDefinition(query);
  if (named !== undefined) return { definition: named, asks: 'definition' };
  if (query.length > LONGEST) return undefined;
  const question = query
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/ ?[?!.]{1,3}$/u, '');
  for (const { asks, questions, isOfCode } of WORDINGS) {
    const definition = questions.map((one) => nameIn(one.exec(question)?.groups, isOfCode)).find((one) => one !== undefined);
    if (definition !== undefined) return { definition, asks };
  }
  const mentioned = mentionedIdentifier(query);
  return mentioned === undefined ? undefined : { definition: mentioned.definition, asks: mentioned.isSubject ? 'definition' : 'more' };
}

function nameIn(groups: Readonly<Record<string, string | undefined>> | undefined, isOfCode = false): NamedDefinition | undefined {
  const { called, article, kind, kindBehind } = groups ?? {};
  const definition = called === undefined ? undefined : namedDefinition(called);
  if (called === undefined || definition?.isWord !== true) return definition;
  const isMarked = called.startsWith('`') || (article !== undefined && MARKS.test(kindBehind ?? kind ?? ''));
  if (isMarked) return { ...definition, isWord: false };
  return isOfCode ? definition : undefined;
}

function questionOf(wording: string): RegExp {
  return new RegExp(`^${wording.replace('%', CALLED)}${WHERE}$`, 'iu');
}
