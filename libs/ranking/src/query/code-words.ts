/** What one says of code of which one knows the name: what is to be done with it, what it is, and which part of it is meant. Beside a name they say nothing of a subject. English and German. */
const CODE_WORDS: ReadonlySet<string> = new Set(
  `
    explain describe summarize summarise show tell give find look open read locate print display view see go jump take need want like help please
    know understand learn think check review inspect debug trace fix repair correct solve resolve patch change modify edit update adapt adjust
    refactor rewrite rework rename improve optimize optimise simplify clean extend remove delete drop replace add make write let try
    function functions method methods class classes interface type types struct enum trait macro constant variable decorator hook component
    module file code source sourcecode snippet implementation implementations details detail definition declaration signature body logic
    parameter parameters param params argument arguments args arg option options return returns returned returning value values result results
    output outputs input inputs bug bugs error errors issue issues problem problems purpose meaning job role behaviour behavior
    defined declared implemented located lives live lies stands sits written works work working means mean do does done doing happens happen
    happening exactly actually internally inside again now really currently simply quickly first here where
    undefined null none nothing true false nan throw throws throwing thrown fail fails failing failed crash crashes crashing broken wrong slow
    async asynchronous sync parameterless
    erklär erkläre erklären beschreibe zeig zeige zeigen finde finden suche such öffne lies gib brauche möchte will bitte mal genau eigentlich
    verstehe verstehen prüfe prüfen behebe beheben repariere reparieren korrigiere ändere ändern anpassen passe ersetze ersetzen lösche löschen
    entferne umbauen schreibe schreiben mach mache machen macht tut tun gibt geben liefert zurück bedeutet funktioniert arbeitet steht liegt
    funktion funktionen methode methoden klasse klassen schnittstelle typ konstante modul datei quelltext quellcode implementierung definition
    deklaration signatur parameter argument argumente rückgabewert rückgabe wert ergebnis fehler problem zweck sinn definiert implementiert
    deklariert falsch kaputt langsam wirft scheitert was wo wie wozu wofür hier da
  `
    .trim()
    .split(/\s+/u),
);

/** Whether a word says of code what is asked about it, and not what it is about.
 *  @param word lower case */
export function isOfCode(word: string): boolean {
  return CODE_WORDS.has(word);
}
