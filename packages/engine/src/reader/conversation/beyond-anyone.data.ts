// Words by which a request shows that nobody could answer it. Every pattern stands alone, bounded, and is joined with the others of
// its list by "|"; letters are matched in either case.

/** Problems without a known solution, by their names in several languages or by what they state. */
export const OPEN_PROBLEMS: readonly string[] = [
  // "prove ... conjecture" in any language asks for what nobody has, but for those of PROVEN.
  "conjecture|\\p{L}{4,20}['’]?s? hypothesis\\b|vermutung|hypothese\\b|(?:hypoth[èe]se|hip[óo]tesis|ipotesi|hip[óo]tese) (?:de |di |da |do |del )?(?:l['’])?\\p{L}{4,20}|conjetura|congettura|conjectura|vermoeden|hipotez|гипотез\\p{L}{0,20} (?!котор)\\p{L}{4,20}|予想|猜想|추측|가설|حدسية|فرضية|परिकल्पना|अनुमान|\\bsan[ıi]s[ıi]n|varsay[ıi]m[ıi]|förmodan|hypotesen|giả thuyết|ข้อความคาดการณ์",
  "\\bp\\s*(?:vs\\.?|versus|contra|contre|gegen|≠|!=|\\/=|=)\\s*np\\b(?!\\.\\p{L})",
  "\\bp (?:is|does|equals?|est|ist|es|jest) (?:not )?(?:equals? (?:to )?|different from |diff[ée]rente? de |ungleich |gleich )?np\\b",
  "polynomial[- ]time .{0,40}\\b(?:3-?sat|sat|travell?ing salesman|np-(?:complete|hard)|graph isomorphism|factoring)",
  "graph isomorphism in polynomial time",
  "goldbach|гольдбах|哥德巴赫|ゴールドバッハ|골드바흐|गोल्डबाख",
  "every even (?:integer|number|natural number).{0,30}sum of two primes",
  "collatz|коллат|コラッツ|考拉兹|콜라츠|角谷猜想|\\bsyracuse\\b|(?<![+^\\d]) 3[nx] ?\\+ ?1\\b(?! ?=)|\\(3[nx] ?\\+ ?1\\)",
  "twin[- ]primes?|primzahlzwilling\\p{L}{0,20}|premiers jumeaux|primos gemelos|primi gemelli|primos g[eê]meos|простых близнец\\p{L}{0,20}|孪生素数|双子素数|쌍둥이 소수|primes? p .{0,20}p ?\\+ ?2",
  "odd perfect number|ungerade vollkommene zahl|nombre parfait impair|奇完全数",
  "hodge conjecture|hodge classes?\\b|birch[- ](?:and[- ])?swinnerton|navier[-–]stokes .{0,30}(?:existence|regularity|smooth|equations? (?:always )?(?:have|has|admit))|yang[-–]mills .{0,40}mass gap|millennium (?:prize )?problem",
  "erd[őo]s[-–]straus|abc[- ](?:conjecture|vermutung)|legendre'?s conjecture|beal(?:'s)? conjecture|jacobian conjecture|hadamard conjecture|schanuel|inscribed square problem|union[- ]closed sets?|lonely runner|perfect cuboid|hadwiger[-–]nelson|chromatic number of the plane|landau'?s problems|magic square of (?:nine |distinct )?squares|ramsey number r\\(5, ?5\\)|busy beaver",
  "(?:euler[-–]mascheroni constant|\\b(?:pi|π|e) ?(?:\\+|\\*|times|plus) ?(?:pi|π|e)\\b|catalan'?s constant).{0,40}(?:ir)?ra[cstz]?[tcz]ion|(?:иррац|无理|無理|무리수).{0,4}|irra[tcz]+ion.{0,40}(?:euler[-–]mascheroni|catalan'?s constant)",
  "\\brsa-?(?:1024|2048|4096)\\b",
  "x\\^?[3³] ?\\+ ?y\\^?[3³] ?\\+ ?z\\^?[3³] ?= ?(?:114|390|627|633|732|921|975)\\b|chaitin'?s (?:constant|omega)|closed (?:form|formula) .{0,20}(?:primes?\\b|busy beaver)|\\bbb\\([6-9]\\)|continuum hypothesis|kontinuumshypothese",
  "theory of everything|quantum gravity|room[- ]temperature superconductor|perpetual motion|dark matter|origin of life|voynich|linear a\\b|rongorongo|indus (?:valley )?script",
  "private key (?:of|for|to|behind)|\\baes-?256 key",
  "(?:same|identical) sha-?(?:256|512|3)\\b|sha-?(?:256|512|3)[- ](?:collision|preimage)|collision (?:for|in|of) sha-?(?:256|512|3)\\b",
];

/** Conjectures that are proven by now, and suppositions that somebody makes for themselves. */
export const PROVEN =
  "fermat(?!.{0,12}(?:catalan|number|prime))|kepler|four[- ]colou?r|mordell|\\bweil\\b|mih[ăa]ilescu|taniyama|modularity|bieberbach|thurston|geometri[sz]ation|milnor|bloch[- ]kato|kneser|sato[- ]tate|poincar[ée](?!.{0,20}(?:smooth|4))(?<!(?:smooth|4).{0,20})|庞加莱(?<!四维光滑庞加莱)|\\b(?:my|our|your|this|these|the following|null|inductive|induction|working|research|mein\\p{L}{0,20}|ma|mon|mi|mijn|nul|eigen\\p{L}{0,20})[- ](?:\\p{L}{1,20} )?(?:hypothes|conject|vermut|hypoth|hip|nullhyp)|nullhypothese|induktions\\p{L}{1,20}|归纳|帰納|零假设|帰無";

/** Words that ask for the solution itself. Endings are open. */
export const SOLVING: readonly string[] = [
  "\\b(?:dis)?pro(?:of|ve[sd]?\\b|ving)|\\brefut|\\bsolv|\\bresolv|\\bsettle|\\bdecide|\\bfactor|\\bshow (?:that|me)|\\bfind (?:two|a (?:polynomial|collision))|\\bgive (?:me )?(?:a|an|the) (?:polynomial|closed|exact)|\\bcompute .{0,20}ramsey",
  "\\bderive (?:a|the) (?:complete|full|final)|\\bdesign a working|\\bdecipher|\\bdecode|\\bcrack|\\bbuild a working|\\brecover|\\bcompute\\b",
  "\\bbeweis|\\bbewijs|\\bwiderleg|\\bfaktorisier|\\bzerleg|\\bzeige,|\\bl[öo]se\\b",
  "\\bd[ée]mo[ns]tr|\\bprouv|\\bpreuve|\\br[ée]sou[ds]|\\bfactoris|\\bmontre[zr]? que",
  "\\bdemuestr|\\bdemostr|\\bresuelv|\\bdimostr|\\brisolv|\\bprovar?\\b|\\bdemonstr",
  "\\budowodni|\\brozwi[ąa]ż|\\bispatla|\\bkan[ıi]tla|\\bbevisa",
  "докаж|доказат|опроверг|разлож|реши|证明|證明|証明|素因数分解|分解|증명|اثبت|أثبت|برهن|सिद्ध|साबित",
];

/** About a problem, under it, or as it is for others: this can be answered. */
export const ABOUT: readonly string[] = [
  "\\b(?:check|review|grade|revisa|valut[ai]|corrig\\p{L}{0,20}|korrigiere?|pr[üu]fe?|explain|which of|is this|classify|label|lesson|history|histoire|historia|what is|what's|what are|why|who|when was|in what year|name|list|translate|poem|story|joke|song|impl(?:y|ies)|assum\\w+|equivalent|under the|summari[sz]e|overview|conditional|partial|program|script|function|code|python|up to|count|steps of|difference between|has anyone|has been|prize|erkl[äa]r\\w*|warum|wann|explique\\w*|pourquoi|quand|explica\\w*|por qu[ée]|cu[áa]ndo|spiega\\w*|perch[ée]|leg uit|waarom|wyja[śs]nij|dlaczego|a[çc][ıi]kla)\\b",
  "объясн|расскаж|почему|解释|解釋|介绍|为什么|説明して|とは|なぜ|설명|왜|اشرح|لماذا|समझा",
];

/** Beginnings that ask for nothing yet. */
export const OPENERS =
  "^(?:(?:hi|hey|hello|ok|so|and|please|pls|quick question|tell me|guess|can you (?:tell me|guess)|could you tell me|do you know|sag mir|weißt du|hallo|dis[- ]moi|salut|dime|hola|dimmi|ciao|diz-me|me diga|zeg|powiedz(?: mi)?|скажи|привет|请问|告诉我|教えて)[,:!. ¿]+){0,3}¿?";

/** Words that ask for a fact, at the beginning of a question. */
export const FACT_WORDS: readonly string[] = [
  "what|where|when|who|whom|whose|which|how (?:many|much|old|tall|heavy)",
  "was|wo|wohin|wann|wer|wen|wem|welche[nmrs]?|wie (?:viele?|alt|schwer|gro[ßs]+|hei(?:ß|ss)(?:t|en)|hie(?:ß|ss)(?:en)?|lautet)|wieviele?|an (?:was|welche)|woran",
  "qu['’]|que|quoi|o[ùu]|quand|qui|quel(?:le)?s?|combien|comment s['’]appelle(?:nt)?|[àa] (?:qui|quoi|quel)|de quoi",
  "qu[ée]|d[óo]nde|cu[áa]ndo|qui[ée]n(?:es)?|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|c[óo]mo se llama|con qui[ée]n",
  "(?:che )?cosa|che|dove|dov['’]|quando|chi|qual[ei]?|quant[oaie]|come si chiama",
  "o que|onde|quem|qua(?:l|is)|quant[oa]s?|como se chama|de quem",
  "wat|waar|wanneer|wie|welke?|hoeveel|hoe (?:heet|oud|lang)",
  "co|gdzie|kiedy|kto|kogo|kim|jak(?:i|a|ie|iego|iej)|kt[óo]r[yae]|ile|jak (?:ma|si[ęe]|mia[łl])|o czym",
  "что|чем|где|куда|когда|кто|кого|с кем|как(?:ой|ая|ое|ие|ого|ую)|сколько|как (?:зовут|звали)|о ч[её]м",
  "vad|var|n[äa]r|vem|vilke[nt]|hur m[åa]nga|hva|hvor|hvem|hvad",
  "ماذا|ما|أين|وين|متى|من|كم|أي|apa|di mana|kapan|siapa|berapa",
];
/** The same in languages that ask in the middle of a sentence. */
export const FACT_WORDS_WITHIN =
  "(?:\\bne\\b|nerede|nereye|\\bkim|hangi|\\bka[çc]|\\bnedir)|何|なに|なん(?:で|だ|の)|どこ|いつ|誰|だれ|いくつ|いくら|什么|甚麼|哪|谁|誰|多少|几|뭐|뭘|무엇|무슨|어디|언제|누구|누가|몇|얼마|क्या|कहाँ|कब|कौन|कितन|किस|\\bgì\\b|đâu|khi nào|bao nhiêu|là ai|อะไร|ที่ไหน|เมื่อไ|ใคร|กี่|เท่าไ|(?:\\bnini|\\bwapi|\\blini|\\bnani|ngapi)[ ?]*$";

/** How a question leads from its first word to what belongs to the asker. */
const LINK =
  "(?:['’]s|(?<=what|where|who)s| is| are| was| were| has| do| does| did| wei[gh]+s?| ist| sind| war| waren| hat| haben| liegt| steht| est| sont| [ée]tait| a| ont| p[èe]se| es| est[áa]n?| son| era| tiene| pesa| mide| [èe]|['’][èe]| sono| ha| hanno| é| s[ãa]o| est[ãa]o| fica| tem| zijn| heeft| hebben| ligt| staat| jest| s[ąa]| ma| le[żz]y| [äa]r| har| heter| heet| heten| hei(?:ß|ss)(?:t|en)| hie(?:ß|ss)|['’]appelle(?:nt)?| s['’]appelle(?:nt)?| se llaman?| si chiama(?:no)?| se chamam?| na imi[ęe]| si[ęe] nazywa)";
const MY =
  "(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|mi[oae]|miei|nostr[oaie]|meus?|minhas?|noss[oa]s?|mijn|onze|m(?:[óo]j|oja|oje|ojego|ojej|oich)|nasz\\p{L}{0,20}|min|mitt|mina)";
const MY_SLAVIC = "мо(?:й|я|[её]|и|его|ей|их|ю|ему)|наш\\p{L}{0,20}";
const THING =
  "[\\p{L}-]{1,20}(?:['’]s(?: [\\p{L}-]{1,20}){1,2})?(?: (?:called|doing|now|right now|today|tonight|name|password|birthday|number|weigh|cost|geboren|geburtstag|genau|exactly|exactement|exactamente))?[ ?.!]*$";
const KIN =
  "(?:mum|mom|mother|dad|father|parents?|sister|brother|wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?|uncle|aunt|cousin|grand(?:ma|pa|mother|father|parents)|dog|cat|boss|manager|teacher|neighbou?rs?|landlord|flatmate|roommate|colleagues?|friends?|doctor|dentist|team)";

/** Words for things that belong to the asker, or that the asker did, behind a word that asks for a fact. */
export const OWN: readonly string[] = [
  `^(?:[\\p{L}-]{1,20} ){0,3}?[\\p{L}-]{1,20}${LINK} (?:.{0,40} )?${MY} ${THING}`,
  `^(?:что|где|кто|кого|как(?:ой|ая|ое|ого)|как зовут|когда|сколько|чем) (?!делать)(?:.{0,30} )?(?:${MY_SLAVIC}) ${THING}`,
  `\\bdid my ${KIN}\\b|^who(?: has| is)? (?:\\p{L}{1,20}ed|won|ate|took|stole|sent|left|broke|drank|sat|called)\\b.{0,20} my (?:${KIN}|office|\\p{L}{1,20}[ ?.!]*$)`,
  "\\b(?:did|have|had|was|am) i\\b(?! (?:made for|in the))|\\b(?:did|have) we (?:agree|decide|say|order|eat|discuss|promise|meet)|\\bdo i (?:own|owe|weigh|earn|live|work)\\b|\\bdo i have .{0,40}(?:left|right now|unread)|\\bunread .{0,20}\\bdo i have|\\b(?:standing|sitting|is) (?:behind|next to|in front of) me\\b|\\b(?:in|on|of|under) my (?:pocket|bag|fridge|hand|wallet|inbox|head|mind|desk|garden|yard|street|house|room|kitchen|bank account|account|shelf|phone)\\b",
  "\\b(?:habe?|bin|war|hatte) ich\\b|\\b(?:wiege|verdiene|wohne) ich\\b|\\b(?:denke|halte) ich\\b|\\bin meine[mr] (?:tasche|hand|garten|k[üu]hlschrank|zimmer)|hat mein(?:e|er)? \\p{L}{1,20} (?:gestern|heute|gesagt|gegessen|gemacht)",
  "ai[- ]je\\b|j['’]ai (?:mis|mang|laiss|r[êe]v|bu|gar|pos|rang)|je p[èe]se\\b|je pense\\b|pens[ée]-je|dans (?:ma poche|mon jardin|mon frigo|ma main)",
  "\\b(?:desayun[ée]|com[íi]|cen[ée]|almorc[ée]|so[ñn][ée]|beb[íi]|compr[ée]|dej[ée]|aparqu[ée]|puse|estuve|hice|dije|guard[ée]|perd[íi])(?!\\p{L})|\\bhe (?:comido|dejado|puesto|so[ñn]ado|aparcado|desayunado|cenado)|\\btengo en (?:el|la|mi)\\b|estoy pensando",
  "\\b(?:dove|cosa|che|quando|chi) ho (?!sbagl)|sto pensando|nel mio (?:giardino|frigo|zaino)|al mio (?:citofono|telefono)",
  "\\b(?:comi|jantei|almocei|deixei|fiz|pus|bebi|sonhei|comprei|estacionei|guardei|perdi|escrevi|tomei|esqueci)\\b|estou (?:a )?pensa|no meu (?:bolso|quintal|frigor[íi]fico)",
  "\\b(?:heb|ben|was|had|at|dronk|legde|liet) ik\\b|in mijn (?:zak|tuin|hand|koelkast)",
  "\\p{L}(?:łem|łam)(?!\\p{L})|mi si[ęe] [śs]ni|w mo(?:jej|im) (?:kieszeni|ogrodzie|lod[óo]wce)",
  "у меня в (?:кармане|руке|холодильнике|саду)|мне снил\\p{L}{1,20}|(?:^|\\P{L})я (?:\\p{L}{1,20} ){0,3}\\p{L}{1,20}(?:л|ла|лся|лась)(?!\\p{L})|я вешу|я думаю|я загадал",
  "\\b(?:[åa]t|gjorde|lade|la|dr[öo]mde|parkerade) jag\\b|\\b(?:spiste|gjorde|la) jeg\\b",
  "(?:ye|i[çc]|yap|koy|b[ıi]rak|sakla|unut|g[öo]r)\\p{L}{0,3}[dt][ıiuü]m(?!\\p{L})|(?:kedi|k[öo]pe[ğg]i|anne|baba|karde[şs]|abla|e[şs]|patron)\\p{L}{0,2}m[ıiuü]n (?:ad[ıi]|ismi|do[ğg]um)|(?:anahtar|telefon|c[üu]zdan|g[öo]zl[üu][ğg])\\p{L}{0,20}m(?!\\p{L})",
  "(?:私|僕|俺|わたし|うち|自分)の.{1,10}(?:はどこ|は何|はいつ|は誰|はだれ|の名前|の誕生日)|何を食べ(?:た|まし)|どこに(?:置い|停め|忘れ|しまっ)(?:た|まし)|何を考えている",
  "我(?:今天|昨天|昨晚|刚才|今早|早上|中午|晚上).{0,6}(?:吃|喝|梦见|梦到|买|放|做)了?|我(?:的)?.{1,6}(?:叫什么|名字是什么|在哪|是谁|几岁|放哪)|我把.{1,8}(?:放|忘|停)|我在想",
  "(?:^|\\s)(?:내|제|우리) ?(?:고양이|강아지|개|엄마|아빠|누나|동생|형|언니|오빠|열쇠|지갑|핸드폰|휴대폰|차|안경|상사|친구).{0,8}(?:이름|어디|누구|생일|뭐)|(?:먹었|마셨|뒀|두었|놓았)(?:지|나|더라|을까|어)",
  "(?:أين|ما اسم|متى عيد ميلاد|من هو|من هي) \\p{L}{2,20}ي(?!\\p{L})|(?:في )?\\p{L}{1,20} (?:بيتي|غرفتي|جيبي|حقيبتي)|(?:أكلت|تناولت|وضعت|تركت|نسيت|شربت)|मेर[ेीा] .{1,16}(?:का नाम|कहाँ|कौन|जन्मदिन)|मैंने",
  "tên .{0,12} (?:của )?tôi|\\btôi (?:đã )?(?:ăn|uống|để|mơ)|(?:แมว|หมา|แม่|พ่อ|พี่|น้อง)ของ(?:ฉัน|ผม)|(?:ฉัน|ผม).{0,12}กินอะไร|\\bnili(?:kula|kunywa|weka|ota)|jina la .{0,12}(?:wangu|langu|yangu)",
];

/** Hours that no model has seen. */
export const JUST_NOW =
  "\\b(?:yesterday|last night|this (?:morning|afternoon|evening)|an hour ago|right now|at this (?:very )?moment|earlier today|gestern|heute (?:morgen|fr[üu]h|mittag|nachmittag)|letzte nacht|gerade eben|hier (?:soir|matin|[àa] \\d{1,4})|ce matin|cette nuit|en ce moment|ayer|anoche|esta ma[ñn]ana|ahora mismo|ieri|stamattina|stanotte|in questo momento|ontem|hoje de manh[ãa]|neste momento|gisteren|vanochtend|vannacht|op dit moment|wczoraj|dzi[śs] rano|w tej chwili|i g[åa]r|i morse|d[üu]n|bu sabah|kemarin|jana)(?!\\p{L})|вчера|сегодня утром|прямо сейчас|昨天|昨晚|今早|刚才|此刻|昨日|昨夜|昨晩|今朝|어제|어젯밤|오늘 아침|지금 이 순간|أمس|البارحة|hôm qua|เมื่อวาน|เมื่อคืน";

/** Advice, meanings and mistakes, which have an answer for anyone who asks. */
export const ADVICE: readonly string[] = [
  "\\b(?:should|can|could|would|may|must|need|ought|best|better|recommend\\p{L}{0,20}|suggest\\p{L}{0,20}|improve|means?|meant|wrong|supposed|allowed|entitled|enough|for dinner|to me|telling|call(?:ed)? (?:my|the)|word for|purpose|destiny|options?|rights|difference|causes?|caused|makes?|happens?|do i (?:do|get|make|find|use|write|say|put|fix|change|know|start|set|tell|cancel)|am i doing|have i to|history|read|english|german|rights|iq|bmi|hippocampus|planet|galaxy|galaxie|universe|universum|solar system|sonnensystem|sun|moon|species|ancestors|brain|heart|liver|ip|line|audience|rechte|droits|derechos|diritti|direitos|french|spanish)\\b",
  "\\b(?:soll\\p{L}{0,20}|kann|k[öo]nn\\p{L}{0,20}|muss|darf|d[üu]rf\\p{L}{0,20}|brauch\\p{L}{0,20}|empfehl\\p{L}{0,20}|empfiehl\\p{L}{0,20}|bedeute\\p{L}{0,20}|falsch|davon|beste[mnrs]?|unterschied|hei(?:ß|ss)t .{0,20} auf)\\b",
  "\\b(?:puis|dois|devrais|peux|pourrais|faut|conseil\\p{L}{0,20}|veut dire|signifie|meilleur\\p{L}{0,20}|diff[ée]rence)\\b|\\b(?:debo|deber[íi]a|puedo|podr[íi]a|necesito|mejor|significa|recomiend\\p{L}{0,20}|diferencia|se dice)\\b",
  "\\b(?:devo|posso|dovrei|potrei|miglior\\p{L}{0,20}|consigli\\p{L}{0,20}|serve|bisogno|differenza|sbagliato|deveria|preciso|melhor\\p{L}{0,20}|diferen[çc]a|errad\\p{L}{0,20})\\b|\\b(?:moet|kan|mag|zou|beste|betekent|verschil|nodig|fout)\\b",
  "powin|mog[ęe]\\b|mo[żz]na|najlep|znaczy|potrzeb|r[óo]żnic|можно|могу|могла|мог бы|нужно|должен|должна|стоит|лучш|значит|разниц|не так|böra|\\bborde|gerek|\\bmalı|\\bmeli|\\bmel[iı]y|\\bmal[ıi]y|yapmal|etmel|en iyi|anlam",
  "应该|應該|可以|能不能|怎么|适合|推荐|最好|什么意思|错|该|需要|要|想|おすすめ|べき|合う|いい|良い|よい|したら|すれば|できる|意味|間違|좋을|추천|해야|하면|할까|의미|차이|틀렸|غلط|يجب|يمكن|أفضل|ينبغي|معنى|चाहिए|सकत|मतलब|nên|có thể|ควร|naweza|nakosea|shida|bora|sebaiknya|bisa",
];

/** Words for thoughts, and for things held unseen. */
export const MINDS =
  "(?:number|card|word|colou?r|animal|person|letter|city) (?:am|did|was|have) i (?:thinking|think|hold|pick|chos|choose|chose|hiding|drawn)|\\bam i (?:thinking of|holding|hiding|wearing)";

/** Events that lie ahead and are drawn, played, voted or traded. */
export const OUTCOMES_AHEAD: readonly string[] = [
  "who(?:'s| is|'ll| will)? (?:going to |gonna )?(?:win|be (?:elected|crowned|the next)|become (?:the )?(?:next )?(?:president|chancellor|prime minister|pope))\\b.{0,60}(?:election|cup|match|game|league|championship|president|chancellor|minister|pope|oscars?|bowl|race|final|derby|season|title|olympic|tournament|\\b20[2-9]\\d\\b|tomorrow|next|tonight)",
  "(?:which|what) (?:lottery |lotto )?(?:horse|team|party|country|player|candidate|film|movie|driver|stock|coin|share|numbers?)\\b.{0,30}(?:will|going to|gonna|comes?) (?:win|be drawn|come up|rise|double|be picked|be the winning)",
  "wer (?:gewinnt|wird) .{0,40}(?:20[2-9]\\d|morgen|n[äa]chste|wahl|[ -]wm|pokal|meister|kanzler)|welche (?:lotto)?zahlen .{0,30}(?:gezogen|kommen)",
  "qui (?:va gagner|gagnera|sera [ée]lu)|qui[ée]n (?:va a ganar|ganar[áa]|ser[áa] elegid)|chi (?:vincer[àa]|sar[àa] elett)|quem (?:vai ganhar|vai vencer|ganhar[áa]|vencer[áa]|ser[áa] eleito)|wie (?:gaat|zal) .{0,30}winnen|wie wint .{0,20}(?:morgen|volgend|20[2-9]\\d)|kto (?:wygra|zostanie)|кто (?:выиграет|победит|станет)|谁(?:会|将)(?:赢|当选|获胜)|誰が(?:勝|優勝|当選).{0,4}(?:か|の|でしょう)|누가 (?:이길|우승)|من سيفوز|कौन जीतेगा|kim kazanacak|ai sẽ (?:thắng|vô địch)|nani atashinda",
  "(?:numbers?|zahlen|num[ée]ros|n[úu]meros|numeri|nummers|liczby|числа|номера|号码|番号|번호|أرقام|numaralar\\p{L}{0,20}).{0,30}(?:lott\\p{L}{0,20}|loto\\p{L}{0,20}|loter[íi]a|лотере\\p{L}{0,20}|powerball|mega ?millions|euro ?millions|euro ?jackpot|draw|彩票|宝くじ|ロト|로또|اليانصيب|piyango)",
  "(?:lott\\p{L}{0,20}|loto\\p{L}{0,20}|loter[íi]a|лотере\\p{L}{0,20}|powerball|mega ?millions|euro ?millions|euro ?jackpot|彩票|宝くじ|ロト|로또|اليانصيب|piyango).{0,30}(?:numbers?|zahlen|num[ée]ros|n[úu]meros|numeri|nummers|liczby|числа|номера|号码|番号|번호|أرقام|come up|kommen|numaralar\\p{L}{0,20})",
  "(?:coin|dice|roulette|card)\\b.{0,30}\\b(?:next|land|show|come up)|(?:next|following) .{0,12}(?:coin|die|dice|roulette|card|toss|roll|spin)\\b",
  "(?:headline|score|result)s?\\b.{0,40}(?:tomorrow|next (?:week|month|year)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)",
  "when (?:will|is) (?:the )?(?:next|world|big)\\b.{0,30}(?:earthquake|crash|war|pandemic|recession|end|eruption)",
  "(?:when|how|where) will (?:i|we) (?:die|get married|meet|be (?:born|rich|fired|hired)|find (?:love|a husband|a wife|my))|will i (?:win|get the job|pass (?:my|the)|ever (?:be|find|get|marry)|die)\\b",
  "wann (?:werde ich|sterbe ich)|quand (?:vais-je|est-ce que je vais) mourir|cu[áa]ndo (?:voy a morir|morir[ée])|quando (?:morir[òo]|vou morrer)|когда я умру|我什么时候会死",
];

const MONEY =
  "(?:price|prices|quote|share|shares|stock|stocks|closing|close|exchange rate|rate of|bitcoin|btc|ethereum|nasdaq|dow jones|s&p|dax|nikkei|gold|oil|\\beuro|dollar|yen|pound|worth|aktie\\p{L}{0,20}|kurs\\p{L}{0,20}|cours|bourse|action|cotizaci[óo]n|acci[óo]n|precio|azione|prezzo|quotazione|a[çc][ãa]o|cota[çc][ãa]o|pre[çc]o|koers|kosten|akcji|cena|курс|(?<!\\p{L})цен[аыу]|акци\\p{L}{0,20}|股价|价格|收盘|股票|比特币|株価|終値|価格|ビットコイン|주가|종가|가격|비트코인|سعر|سهم|कीमत|भाव|दाम|fiyat\\p{L}{0,20}|kaç (?:lira|dolar)|giá)";
const AHEAD =
  "(?:tomorrow|next (?:week|month|year|quarter|monday|tuesday|wednesday|thursday|friday)|(?:one|two|three|six|\\d{1,4}) (?:days?|weeks?|months?|years?) from (?:now|today)|in (?:\\d{1,4}|one|two|three|ten) (?:days|weeks|months|years)|at the end of (?:next|this)|by 20[2-9]\\d|in 20[3-9]\\d|^what will .{0,40}\\bbe\\b|(?<!gute[nr]? )\\bmorgen\\b|n[äa]chste[nrs]? (?:woche|monat|jahr)|in einem (?:monat|jahr)|demain|(?:la semaine|le mois|l'ann[ée]e) prochain|\\bsera\\b|ma[ñn]ana|pr[óo]xim[oa]|\\bser[áa](?!\\p{L})|domani|prossim[oa]|\\bsar[àa](?!\\p{L})|amanh[ãa]|jutro|przysz[łl]|b[ęe]dzie|завтра|через (?:неделю|месяц|год)|будет|明天|下周|下个?月|明年|明日|来週|来月|来年|내일|다음 ?주|다음 ?달|내년|غدا|الأسبوع القادم|कल|अगले|yar[ıi]n|gelecek|ngày mai|kesho)";
/** Sums that are worked out, and texts that are written, of such matters. */
export const WORKED_OUT =
  "\\b(?:if|suppose|assum\\p{L}{1,20}|given|compound\\p{L}{0,20}|interest|percent|invest\\p{L}{0,20}|discount\\p{L}{0,20}|inflation|deposit|depreciat\\p{L}{0,20}|script|code|function|python|model|explain|why|write|draft|e-?mail|fix|how (?:does|do|is|can)|probability|odds|chances?|strategy|should|translate|poem|story|generate|simulate|random|fight|wenn|angenommen|si je|zinsen|schreib\\p{L}{0,20}|[ée]cris|escrib[ea]|scrivi|escreva|arruma|napisz)\\b|%|напиши|如果|もし|写|書いて";

export const PRICES_AHEAD: readonly string[] = [`${MONEY}.{0,60}${AHEAD}`, `${AHEAD}.{0,60}${MONEY}`];
