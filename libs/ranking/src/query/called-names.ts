const wordsOf = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.split(/\s+/u)));

/** By these one asks, before a word that leads to what is asked for. */
const ASKING = wordsOf(
  'who what which tell me show give find everything anything all information info notes note page article document documents summary summarise summarize explain describe do does did i we you know have my our the a please say said says',
  'wer was erzähl erzähle mir sag zeig zeige alles infos information notiz notizen seite zusammenfassung weiß weiss ich wir wissen haben habe steht meine unsere gibt es',
  "qui que quoi quel quelle quels quelles parle-moi dis-moi raconte-moi tout notes note fiche résumé sais-je sait-on savons-nous mes nos qu'est-ce",
  'quién quien quiénes qué que cuál cuéntame háblame dime todo nota notas resumen sé sabemos mis nuestras lo',
  'chi che cosa quale parlami dimmi tutto nota note riassunto so sappiamo mie le',
);
/** Behind at least one of those, what is asked for follows. */
const LEADING_TO = wordsOf(
  'is are was were about on of regarding concerning',
  'ist sind war waren über von vom zu zum zur',
  "est sont était sur de du des que qu'",
  'es son era eran fue sobre de del acerca',
  'è sono era erano di del della su sul sulla',
);
/** Each is both in one. */
const FUSED = wordsOf("what's whats who's whos what're who're cos'è chi'è");
/** With whom it is for behind them these lead by themselves; alone they begin compounds: `find command`. */
const GIVING = wordsOf(
  'show tell give find',
  'zeig zeige zeigt gib gebt finde such suche erzähl erzähle',
  'montre montrez donne donnez trouve trouvez raconte',
);
const FOR_WHOM = wordsOf('me us', 'mir uns', 'moi nous');
/** What leads by itself as one word. */
const LEADING = wordsOf(
  'summarize summarise',
  'montre-moi montre-nous montrez-moi montrez-nous donne-moi donne-nous donnez-moi donnez-nous trouve-moi raconte-moi',
  'muéstrame muestrame muéstranos muestranos enséñame ensename enséñanos',
  'mostrami mostraci mostrateci dammi dacci',
);
/** In front of these, and behind them. */
const PLEASE = wordsOf('please bitte');
/** In front of these alone: behind them `Will` is a name. */
const COULD_YOU = wordsOf('can could would will you please bitte');
/** Before a name it is none of its words, behind all these; alone they may be: `El Niño`. */
const ARTICLES = wordsOf(
  'the a an my our this that',
  'der die das den dem ein eine einen einem einer mein meine meinen meiner unser unsere unseren',
  'le la les un une mon ma mes notre nos ce cette',
  'el los las una unos mi mis nuestro nuestra este esta',
  'il lo gli i uno mio mia',
);
/** Before a name these are none of its words, also alone. */
const OWNING = wordsOf('my our mein meine meinen meiner unser unsere unseren');
/** More words stand before no name. */
const MOST = 10;
const MOST_ARTICLES = 2;
/** `-draft` is what is not meant. */
const EXCLUDES = /(?:^|\s)-\S/u;
const AROUND = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}'])[^\p{L}\p{N}']+$/gu;
const ELIDED = /^[dl]['’](?=\p{L})/iu;

/** What a query may call a document by: all of it, or what stands behind words that ask for it as a whole (`who is Anna`, `what do we know about the harbour`), the longest first. Empty where something is excluded. */
export function calledNames(query: string): readonly string[] {
  const whole = query.trim();
  if (whole === '' || EXCLUDES.test(whole)) return [];
  const written = whole.split(/\s+/u);
  const words = written.slice(0, MOST + MOST_ARTICLES).map((word) => word.replace(AROUND, '').replaceAll('’', "'").toLowerCase());
  const asked = beginnings(words).map((from) => written.slice(from).join(' '));
  const names = [whole, ...asked, ...asked.filter((name) => ELIDED.test(name)).map((name) => name.replace(ELIDED, ''))];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Places at which what is asked for may begin. */
function beginnings(words: readonly string[]): readonly number[] {
  if (OWNING.has(words[0] ?? '')) return [1];
  const led = behindLeading(words);
  const asked = behindAsking(words, led);
  const from = [led, asked].filter((place) => place !== undefined);
  return [...new Set(from.flatMap((place) => withoutArticles(words, place)))].sort((one, other) => one - other);
}

function withoutArticles(words: readonly string[], from: number): readonly number[] {
  const articles = words.slice(from, from + MOST_ARTICLES).findIndex((word) => !ARTICLES.has(word));
  return Array.from({ length: (articles < 0 ? MOST_ARTICLES : articles) + 1 }, (_, more) => from + more);
}

/** Behind `show me`, `could you please summarize`. */
function behindLeading(words: readonly string[]): number | undefined {
  const at = behindAll(words, 0, COULD_YOU);
  const [verb = '', whom = ''] = words.slice(at);
  if (LEADING.has(verb)) return behindAll(words, at + 1, PLEASE);
  return GIVING.has(verb) && FOR_WHOM.has(whom) ? behindAll(words, at + 2, PLEASE) : undefined;
}

function behindAll(words: readonly string[], from: number, of: ReadonlySet<string>): number {
  const more = words.slice(from).findIndex((word) => !of.has(word));
  return more < 0 ? words.length : from + more;
}

/** @param led place behind words that led by themselves, and need not lead to a name but to what leads on to it: `tell me about` */
function behindAsking(words: readonly string[], led = 0): number | undefined {
  if (FUSED.has(words[0] ?? '')) return 1;
  const more = words.slice(led, MOST).findIndex((word, place) => !ASKING.has(word) || (led + place > 0 && LEADING_TO.has(word)));
  const at = led + more;
  return more >= 0 && at > 0 && LEADING_TO.has(words[at] ?? '') ? at + 1 : undefined;
}
