/** Words that hold sentences together, and by which one asks, in other languages than English. Left out are those that English texts say for something of their own, as "die", "come" and "OS". */
const BY_LANGUAGE = {
  German: `
    aber allem allen alles als ans auch auf aus bei beim bis bitte damit dann das dass dazu dein deine deinem deinen deiner dem den
    denn der des dich dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es etwas euch euer
    eure für gegen gibt hab habe haben hast hatte hätte hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ins ist jede jeden jeder
    jedes jetzt kann kannst kein keine keinem keinen keiner können könnte lässt mehr mein meine meinem meinen meiner meines mich mir
    mit möchte möchten muss müssen musst nach nicht noch nur ob oder ohne sehr sein seine seinem seinen seiner seit selbst sich sie
    sind solche solchen soll sollen sollte sondern um und uns unser unsere unserem unseren unter viel viele vielen vielleicht vom von
    vor während wann wäre wären warum weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso wir wird wo
    wobei wodurch woher wohin womit worauf worden wozu wurde würde wurden würden zu zum zur zwischen über
  `,
  French: `
    afin après au aucun aucune aussi autre autres aux avant avec avez avoir avons ce cela celle celui ces cet cette ceux chaque
    combien comme comment dans depuis des doit doivent donc du elle elles en entre est eux faire fait faut ils je
    jusque laquelle le lequel les leur leurs lorsque lui mais mes mon même nos notre nous ont ou où parce pendant peut peuvent
    peux plusieurs pour pourquoi puis quand que quel quelle quelles quels qui quoi sa sans ses soit sont sous sur tous tout
    toute toutes un une vos votre vous à être
  `,
  Spanish: `
    algo alguna alguno algún antes aquí así aunque cada como con cual cuales cuando cuanto cuál cuáles cuándo cuánto cómo de
    debe deben debo del desde donde durante dónde el ella ellos en entre es esa ese eso esta estas este esto estos está están
    hace hacer hacia han hasta hay las le los mediante mucho muy más nada nos nosotros nuestra nuestro otra otro
    otros para pero podemos poder por porque puede pueden puedo que quien quién qué según ser si sobre sus también tener
    tiene tienen todas todo todos un una unas uno unos ya yo
  `,
  Italian: `
    agli alla alle allo anche che chi ci con cosa così cui da dagli dai dal dalla dalle degli dei del della delle dello
    dentro deve devo devono di dopo dove durante ed essere gli hanno il lei loro lui mentre mia mie miei mio negli
    nei nel nella nelle nello noi nostra nostro ogni oppure perché però più poi possiamo possibile posso possono può
    quale quali quando quanto quella quelle quelli quello questa queste questi questo senza si sia sono sopra sotto sugli
    sui sul sulla sulle suo suoi tra tutte tutti tutto un una uno viene voi è
  `,
  Portuguese: `
    ainda algum alguma ao aos apenas aquela aquele até cada como da das de depois deve devem devo ela elas ele eles
    enquanto entre essa essas esse esses esta estas este estes está estão eu faz fazer foi isso isto já lhe mais mas mesmo meu
    meus minha minhas muito nas nem nos nossa nosso num numa não nós onde ou para pela pelas pelo pelos pode podem podemos
    por porque posso quais quando quanto que quem quê sem ser seu seus sobre sua suas são também tem tendo ter toda todas
    todo todos um uma umas uns você à às é
  `,
  Dutch: `
    aan als altijd bij daar dat deze dit doet dus een en er gaat geen hebben hebt heeft het hij hoe hun ieder iedere ik je jij
    jouw kun kunnen maar meer mij mijn moet moeten naar niet nog om omdat onder ons onze ook op tegen tijdens toch tussen uit veel
    voor waar waarmee waarom wanneer welk welke wie wij worden wordt zal ze zich zij zijn zonder zou zouden
  `,
  Polish: `
    bez być czy czym dla gdy gdzie ich ile jak jaka jaki jakich jakie jako jego jej jest jestem już każdy kiedy kto która
    które którego który których lub mają mieć mnie mogę moja moje moją może można mój nas nasz nasze nich nie niż oraz ponieważ
    przed przez przy się skąd swoje są także tego tej trzeba tych tylko tym więc wszystkie za ze że żeby
  `,
  Swedish: `
    alla att av blir denna deras dess det detta dina ditt där då efter eller ett finns från få får genom gör göra hans har hur
    inga ingen inom inte jag kunna mellan mig mina mitt mycket måste när någon något några och på sedan sig sina skulle så upp
    utan vad varför varje vart vilka vilken vilket än är åt över
  `,
  Russian: `
    а без более был была были было быть в вам вас весь во вот все всех всё вы где да для до его ее если есть еще ещё её же за
    здесь и из или им их к как какая какие каким каких какой какую когда кого которая которого которой которую которые который
    которых кто ли между меня мне могу может можно мои мой моя моё мы на над надо нам нас наш не него нее нет ни них но нужно о об
    он она они оно от перед по под после почему при про с свой себя со так также там то того только том тот ту ты у уже чего чем
    через что чтобы эта эти это этого этой этом этот я
  `,
} as const;

const FUNCTION_WORDS: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((words) => words.trim().split(/\s+/)));

/** Whether a word says nothing of the subject in another language than English.
 * @param lower case */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
