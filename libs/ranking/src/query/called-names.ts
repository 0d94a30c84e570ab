/** Words before a name by which one asks for what it names as a whole; who asks how, when or where asks for something of it. */
const ASKING_FOR = new Set(
  `a about all an and anything are article can describe did do does document everything explain find for give have i in information is know let me my note notes of on our
   page please say says show summarise summarize summary tell that the there there's this to us was we were what what's whats who who's whos you
   alles als auf aus beschreibe bin dem den der die das dieser diese dieses du ein eine einen einer erkläre erzähl erzähle fasse finde fürs gib habe haben hat ich infos ist kennen mein meine meinen meiner mir notiz notizen sagt seite
   sind steht suche über um und uns unser unsere vom von war waren was weiß weißt weiss wen wer wir wissen zeig zeige zu zum zur zusammenfassung
   au aux avons c'est ce cette connais de des dis du est explique fiche il j'ai je la le les ma mes moi mon montre nos notes notre nous parle page propos qu'est-ce que qui quoi raconte résume sais sait savons sont sur tout un une
   acerca con cuéntame de del dime el ella era eran es explica hay la las lo los mi mis mostrar muestra nota notas nuestro nuestra quien quién que qué resumen sabe sabemos sobre son sé todo un una
   che chi conosco cosa cos'è da dei del della dimmi e è erano gli ho i il lo mia mie miei mio mostra parlami riassunto sappiamo so su sono tutto`
    .trim()
    .split(/\s+/u),
);
/** More words stand before no name. */
const MOST = 8;
/** `-draft` is what is not meant. */
const EXCLUDES = /(?:^|\s)-\S/u;

/** What a query may call a document by: all of it, or what stands behind words that ask for it as a whole (`who is Anna`, `what do we know about the harbour`), the longest first. Empty where something is excluded. */
export function calledNames(query: string): readonly string[] {
  if (EXCLUDES.test(query)) return [];
  const words = query.trim().split(/\s+/u);
  const asking = words.slice(0, MOST).findIndex((word) => !ASKING_FOR.has(word.toLowerCase().replaceAll('’', "'")));
  const most = asking < 0 ? Math.min(MOST, words.length) : asking;
  return Array.from({ length: most + 1 }, (_, from) => words.slice(from).join(' ')).filter((name) => name !== '');
}
