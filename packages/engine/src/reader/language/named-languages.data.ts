// Languages as instructions name them, and how many tokens they take for what one token of English says.
// @source tokens: o200k on one paragraph that was written in 31 of them, and the translations of WMT24 (four); neighbours stand in
// for the others. Names: the display names of Unicode CLDR in 28 languages, without their endings ("*").

interface NamedLanguage {
  /** Parted by blanks; "_" stands for a blank, "*" ends a stem. */
  readonly names: string;
  /** Tokens a token of English. */
  readonly tokens: number;
}

export const NAMED_LANGUAGES: Readonly<Record<string, NamedLanguage>> = {
  en: {
    names:
      "english englisc* anglai* engels* englan* englanti angielsk* angličtin* angol* английск* англійськ* αγγλικ* ingiliz* 英语 英文 英語 영어 الإنجليزية אנגלית انگلیسی अंग्रेज़ी อังกฤษ inggris kiingereza tiếng_anh inglé* अंग्रेजी इंग्लिश",
    tokens: 1,
  },
  de: {
    names:
      "german deutsc* alleman* tedesc* duits* tysk* saksa* saksak* niemieck* němčin* néme* немецк* німецьк* γερμανικ* almanc* 德语 德文 ドイツ語 독일어 الألمانية גרמנית آلمانی जर्मन เยอรมัน tiếng_đức jerman kijerumani germană aleman* tiếng_đức",
    tokens: 1.22,
  },
  fr: {
    names:
      "french fran* ransk* французск* французьк* γαλλικ* 法语 法文 フランス語 프랑스어 الفرنسية צרפתית فرانسوی फ़्रेंच ฝรั่งเศส prancis kifaransa tiếng_pháp",
    tokens: 1.2,
  },
  es: {
    names:
      "spanish spanisc* espagno* españo* spagnol* espanho* spaan* spansk* espanj* hiszpańsk* španělštin* spanyo* испанск* іспанськ* ισπανικ* i̇spanyolc* 西班牙语 西班牙文 スペイン語 스페인어 الإسبانية ספרדית اسپانیایی स्पेनिश สเปน tây_ban_nha kihispania tiếng_tây_ban_nha",
    tokens: 1.2,
  },
  it: {
    names:
      "itali* włosk* italštin* olas* итальянск* італійськ* ιταλικ* i̇talyanc* 意大利语 義大利文 イタリア語 이탈리아어 الإيطالية איטלקית ایتالیایی इतालवी อิตาลี italy kiitaliano tiếng_ý",
    tokens: 1.35,
  },
  pt: {
    names:
      "portugiesisc* portoghes* portugee* portugisisk* portugá* португальск* португальськ* πορτογαλικ* portekizc* 葡萄牙语 葡萄牙文 ポルトガル語 포르투갈어 البرتغالية פורטוגזית پرتغالی पुर्तगाली โปรตุเกส bồ_đào_nha portugis kireno",
    tokens: 1.15,
  },
  nl: {
    names:
      "dutch niederländisc* néerlandai* neerlandé* olandes* holandê* nederland* hollan* niderlandzk* nizozemštin* нидерландск* нідерландськ* ολλανδικ* felemenkç* 荷兰语 荷蘭文 オランダ語 네덜란드어 الهولندية הולנדית هلندی डच ดัตช์ belanda kiholanzi",
    tokens: 1.15,
  },
  sv: {
    names:
      "swedish schwedisc* suédoi* suec* svedes* zweed* svensk* ruots* szwedzk* švédštin* svéd шведск* шведськ* σουηδικ* i̇sveçç* 瑞典语 瑞典文 スウェーデン語 스웨덴어 السويدية שוודית سوئدی स्वीडिश สวีเดน thụy_điển swedia kiswidi",
    tokens: 1.4,
  },
  da: {
    names:
      "danish dänisc* danoi* dané* dinamarquê* deen* dansk* tansk* duńsk* dánštin* dán датск* данськ* δανικ* danc* 丹麦语 丹麥文 デンマーク語 덴마크어 الدانمركية דנית دانمارکی डेनिश เดนมาร์ก đan_mạch kidenmaki",
    tokens: 1.35,
  },
  no: {
    names:
      "norwegian norwegisc* norueg* noor* norsk* norj* norwesk* norštin* norvé* норвежск* норвезьк* νορβηγικ* 挪威语 挪威文 ノルウェー語 노르웨이어 النرويجية נורווגית نروژی नॉर्वेजियाई นอร์เวย์ norwegia kinorwe",
    tokens: 1.35,
  },
  fi: {
    names:
      "finnish finnisc* finnoi* finé* finlandê* fins suom* finštin* finn финск* фінськ* φινλανδικ* finc* 芬兰语 芬蘭文 フィンランド語 핀란드어 الفنلندية פינית فنلاندی फ़िनिश ฟินแลนด์ phần_lan kifini",
    tokens: 1.55,
  },
  is: {
    names:
      "icelandic ijsland* islan* izland* исландск* ісландськ* ισλανδικ* 冰岛语 冰島文 アイスランド語 아이슬란드어 الأيسلندية איסלנדית ایسلندی आइसलैंडिक ไอซ์แลนด์ iceland kiisilandi",
    tokens: 1.7,
  },
  pl: {
    names:
      "polish polnisc* polonai* polac* polonê* pool* polsk* puol* polštin* lengye* польск* польськ* πολωνικ* lehç* 波兰语 波蘭文 ポーランド語 폴란드어 البولندية פולנית لهستانی पोलिश โปแลนด์ kipolandi",
    tokens: 1.6,
  },
  cs: {
    names:
      "czech tschechisc* tchèqu* chec* ceco tchec* tsjechisc* tjeckisk* tšekk* czesk* češtin* cseh чешск* чеськ* τσεχικ* çekç* 捷克语 捷克文 チェコ語 체코어 التشيكية צ׳כית چکی चेक ceko kicheki",
    tokens: 1.45,
  },
  sk: {
    names:
      "slovak slowakisc* slovaqu* eslovac* slovacc* slowaak* slovakisk* slovakk* słowack* slovenštin* szlová* словацк* словацьк* σλοβακικ* slovakç* 斯洛伐克语 斯洛伐克文 スロバキア語 슬로바키아어 السلوفاكية סלובקית اسلواکی स्लोवाक สโลวัก kislovakia",
    tokens: 1.55,
  },
  hu: {
    names:
      "ungarisc* hongroi* húngar* ungheres* hongaar* ungersk* unkar* węgiersk* maďarštin* magya* венгерск* угорськ* ουγγρικ* macarc* 匈牙利语 匈牙利文 ハンガリー語 헝가리어 الهنغارية הונגרית مجاری हंगेरियाई ฮังการี kihungaria",
    tokens: 1.65,
  },
  ro: {
    names:
      "roumai* ruman* rumen* romen* roemeen* rumuńsk* rumunštin* romá* румынск* румунськ* ρουμανικ* 罗马尼亚语 羅馬尼亞文 ルーマニア語 루마니아어 الرومانية רומנית رومانیایی रोमानियाई โรมาเนีย kiromania",
    tokens: 1.4,
  },
  bg: {
    names:
      "bulgaar* bułgarsk* bulharštin* bolgá* болгарск* болгарськ* βουλγαρικ* 保加利亚语 保加利亞文 ブルガリア語 불가리아어 البلغارية בולגרית بلغاری बुल्गारियाई บัลแกเรีย kibulgaria",
    tokens: 1.4,
  },
  hr: {
    names:
      "croat* kroati* chorwack* chorvatštin* horvá* хорватск* хорватськ* κροατικ* hırvatç* 克罗地亚语 克羅埃西亞文 クロアチア語 크로아티아어 الكرواتية קרואטית کروات क्रोएशियाई โครเอเชีย kroasia kikorasia",
    tokens: 1.5,
  },
  sr: {
    names:
      "serb* sérvi* srbštin* szer* сербск* сербськ* σερβικ* sırpç* 塞尔维亚语 塞爾維亞文 セルビア語 세르비아어 الصربية סרבית صربی सर्बियाई เซอร์เบีย kiserbia",
    tokens: 1.55,
  },
  sl: {
    names:
      "slowenisc* esloven* sloveen* słoweńsk* slovinštin* szlové* словенск* словенськ* σλοβενικ* 斯洛文尼亚语 斯洛維尼亞文 スロベニア語 슬로베니아어 السلوفانية סלובנית اسلوونیایی स्लोवेनियाई สโลวีเนีย kislovenia",
    tokens: 1.5,
  },
  uk: {
    names:
      "ucranian* ucrain* oekraïen* ukrá* украинск* українськ* ουκρανικ* 乌克兰语 烏克蘭文 ウクライナ語 우크라이나어 الأوكرانية אוקראינית اوکراینی यूक्रेनियाई ยูเครน kiukraini",
    tokens: 1.6,
  },
  ru: {
    names:
      "russ* ruso rysk* venäj* rosyjsk* ruštin* oros* русск* російськ* ρωσικ* rusç* 俄语 俄文 ロシア語 러시아어 الروسية רוסית روسی रूसी รัสเซีย rusia kirusi tiếng_nga",
    tokens: 1.3,
  },
  el: {
    names:
      "greek griechisc* grieg* grec* greg* griek* grekisk* kreikk* řečtin* görö* греческ* грецьк* ελληνικ* yunanc* 希腊语 希臘文 ギリシャ語 그리스어 اليونانية יוונית یونانی यूनानी กรีก hy_lạp yunani kigiriki",
    tokens: 1.8,
  },
  tr: {
    names:
      "turc* turk* tureck* turečtin* törö* турецк* турецьк* τουρκικ* 土耳其语 土耳其文 トルコ語 튀르키예어 التركية טורקית ترکی_استانبولی तुर्की ตุรกี thổ_nhĩ_kỳ kituruki",
    tokens: 1.35,
  },
  zh: {
    names:
      "chin* cines* kinesisk* kiin* čínštin* kína* китайск* китайськ* κινεζικ* çinc* 中文 中国語 중국어 الصينية סינית چینی चीनी จีน tionghoa kichina tiếng_trung",
    tokens: 1.05,
  },
  ja: {
    names:
      "japonai* giappones* japońsk* japonštin* japá* японск* японськ* ιαπωνικ* japonc* 日语 日文 日本語 일본어 اليابانية יפנית ژاپنی जापानी ญี่ปุ่น jepang kijapani tiếng_nhật",
    tokens: 1.5,
  },
  ko: {
    names:
      "corée* corean* kore* корейск* корейськ* κορεατικ* 韩语 韓文 韓国語 한국어 الكورية קוריאנית کره‌ای कोरियाई kikorea tiếng_hàn",
    tokens: 1.4,
  },
  ar: {
    names:
      "арабск* арабськ* αραβικ* arapç* 阿拉伯语 阿拉伯文 アラビア語 아랍어 العربية ערבית عربی अरबी อาหรับ ả_rập kiarabu",
    tokens: 1.2,
  },
  he: {
    names:
      "hebräisc* ebraic* hebraic* hepre* hebrajsk* hébe* иври* іври* εβραϊκ* i̇branic* 希伯来语 希伯來文 ヘブライ語 히브리어 العبرية עברית عبری हिब्रू ฮิบรู do_thái ibrani kiebrania",
    tokens: 1.3,
  },
  fa: {
    names:
      "pers* perzisc* perzs* персидск* перськ* περσικ* farsç* 波斯语 波斯文 ペルシア語 페르시아어 الفارسية פרסית فارسی फ़ारसी เปอร์เซีย kiajemi",
    tokens: 1.4,
  },
  hi: {
    names:
      "hind* хинд* гінд* χίντ* hintç* 印地语 印地文 ヒンディー語 힌디어 الهندية הינדי هندی हिन्दी ฮินดี kihindi",
    tokens: 1.3,
  },
  ur: {
    names:
      "urdu ourdo* urdštin* урду ούρντο* urduc* 乌尔都语 烏都文 ウルドゥー語 우르두어 الأوردية אורדו اردو उर्दू อูรดู kiurdu",
    tokens: 1.5,
  },
  bn: {
    names:
      "bengal* bengaal* бенгальск* бенгальськ* βεγγαλικ* 孟加拉语 孟加拉文 ベンガル語 벵골어 البنغالية בנגלית بنگالی बंगाली บังกลา kibengali",
    tokens: 1.6,
  },
  ta: {
    names:
      "tamou* тамильск* тамільськ* ταμιλικ* 泰米尔语 坦米爾文 タミル語 타밀어 التاميلية טמילית تامیلی तमिल ทมิฬ kitamili",
    tokens: 1.85,
  },
  te: {
    names:
      "télougo* телуг* τελούγκο* 泰卢固语 泰盧固文 テルグ語 텔루구어 التيلوغوية טלוגו تلوگویی तेलुगू kitelugu",
    tokens: 1.8,
  },
  mr: {
    names:
      "marat* маратх* μαραθικ* 马拉地语 馬拉地文 マラーティー語 마라티어 الماراثية מראטהית مراتی मराठी มราฐี kimarathi",
    tokens: 1.6,
  },
  gu: {
    names:
      "gujarat* goudjarat* guyarat* guzerat* gudzsarát* гуджарат* γκουτζαρατικ* güceratç* 古吉拉特语 古吉拉特文 グジャラート語 구자라트어 الغوجاراتية גוג׳ארטי گجراتی गुजराती คุชราต kigujarati",
    tokens: 1.7,
  },
  th: {
    names:
      "thai thailändisc* thaï thailandes* thailändsk* tajsk* thajštin* тайск* тайськ* ταϊλανδικ* tayc* 泰语 泰文 タイ語 태국어 التايلاندية תאית تایلندی थाई ไทย thái kithai",
    tokens: 1.5,
  },
  vi: {
    names:
      "vietna* wietnamsk* вьетнамск* вʼєтнамськ* βιετναμικ* 越南语 越南文 ベトナム語 베트남어 الفيتنامية וייטנאמית ویتنامی वियतनामी เวียดนาม việt kivietinamu",
    tokens: 1.5,
  },
  id: {
    names:
      "indoné* индонезийск* індонезійськ* ινδονησιακ* endonezc* 印度尼西亚语 印尼文 インドネシア語 인도네시아어 الإندونيسية אינדונזית اندونزیایی इंडोनेशियाई อินโดนีเซีย kiindonesia",
    tokens: 1.2,
  },
  ms: {
    names:
      "males* malei* malá* малайск* малайськ* μαλαισιαν* 马来语 馬來文 マレー語 말레이어 الماليزية מלאית مالایی मलय มาเลย์ mã_lai melayu kimalei",
    tokens: 1.25,
  },
  tl: {
    names:
      "filipin* filipijn* филиппинск* філіппінськ* φιλιππινικ* 菲律宾语 菲律賓文 フィリピノ語 필리핀어 الفلبينية פיליפינית فیلیپینی फ़िलिपीनो ฟิลิปปินส์ philippines kifilipino",
    tokens: 1.5,
  },
  sw: {
    names:
      "suahel* swahil* suajil* suaíl* suahil* svahilštin* szuahél* суахил* суахіл* σουαχίλ* svahili_dil* 斯瓦希里语 史瓦希里文 スワヒリ語 스와힐리어 السواحلية סווהילי سواحیلی स्वाहिली สวาฮีลี kiswahili",
    tokens: 1.45,
  },
  am: {
    names:
      "amhaar* amhar* амхарск* амхарськ* αμχαρικ* 阿姆哈拉语 阿姆哈拉文 アムハラ語 암하라어 الأمهرية אמהרית امهری अम्हेरी อัมฮารา kiamhari",
    tokens: 6,
  },
  yo: {
    names:
      "yorub* iorub* jorub* йоруб* γιορούμπ* 约鲁巴语 約魯巴文 ヨルバ語 요루바어 اليوروبا יורובה یوروبایی योरूबा โยรูบา kiyoruba",
    tokens: 2.4,
  },
  ha: {
    names:
      "haouss* haus* hauç* хаус* χάουσ* 豪萨语 豪薩文 ハウサ語 하우사어 الهوسا האוסה هوسایی हौसा kihausa",
    tokens: 1.7,
  },
  zu: {
    names:
      "zulu zoulo* zulú zoelo* zuluštin* зулу зулуськ* ζουλο* zuluc* 祖鲁语 祖魯文 ズールー語 줄루어 الزولو זולו زولویی ज़ुलू ซูลู kizulu",
    tokens: 2,
  },
  ca: {
    names:
      "katalońsk* katalá* каталанск* каталонськ* καταλανικ* 加泰罗尼亚语 加泰蘭文 カタロニア語 카탈로니아어 الكتالانية קטלאנית کاتالان कातालान คาตาลัน kikatalani",
    tokens: 1.3,
  },
  eu: {
    names:
      "eusker* баскск* баскськ* βασκικ* 巴斯克语 巴斯克文 バスク語 바스크어 الباسكية בסקית باسکی बास्क บาสก์ kibaski",
    tokens: 1.6,
  },
  lt: {
    names:
      "lithuanian litauisc* lituan* litouw* litauisk* liettu* litewsk* litevštin* litvá* литовск* литовськ* λιθουανικ* 立陶宛语 立陶宛文 リトアニア語 리투아니아어 الليتوانية ליטאית لیتوانیایی लिथुआनियाई ลิทัวเนีย kilithuania",
    tokens: 1.75,
  },
  lv: {
    names:
      "lettisc* letto* letó* letã* lets lettisk* latvi* łotewsk* lotyštin* lett латышск* латиськ* λετονικ* 拉脱维亚语 拉脫維亞文 ラトビア語 라트비아어 اللاتفية לטבית لتونیایی लातवियाई ลัตเวีย kilatvia",
    tokens: 1.75,
  },
  et: {
    names:
      "estnisc* eston* estisc* estnisk* viro észt эстонск* естонськ* εσθονικ* 爱沙尼亚语 愛沙尼亞文 エストニア語 에스토니아어 الإستونية אסטונית استونیایی एस्टोनियाई เอสโตเนีย kiestonia",
    tokens: 1.65,
  },
  ka: {
    names:
      "georgi* gruzińsk* gruzínštin* grúz грузинск* грузинськ* γεωργιαν* gürcüc* 格鲁吉亚语 喬治亞文 ジョージア語 조지아어 الجورجية גאורגית گرجی जॉर्जियाई จอร์เจีย kijojia",
    tokens: 1.9,
  },
  hy: {
    names:
      "armen* armeen* ormiańsk* örmén* армянск* вірменськ* αρμενικ* ermenic* 亚美尼亚语 亞美尼亞文 アルメニア語 아르메니아어 الأرمنية ארמנית ارمنی आर्मेनियाई อาร์เมเนีย kiarmenia",
    tokens: 1.9,
  },
  kk: {
    names:
      "kasachisc* cazaqu* kaza* казахск* казахськ* καζακικ* 哈萨克语 哈薩克文 カザフ語 카자흐어 الكازاخستانية קזחית قزاقی कज़ाख़ คาซัค kikazakh",
    tokens: 1.7,
  },
  az: {
    names:
      "aserbaidschanisc* azer* азербайджанск* азербайджанськ* αζερμπαϊτζανικ* 阿塞拜疆语 亞塞拜然文 アゼルバイジャン語 아제르바이잔어 الأذربيجانية אזרית ترکی_آذربایجانی अज़रबैजानी อาเซอร์ไบจาน kiazerbaijani",
    tokens: 1.5,
  },
  ne: {
    names:
      "непальск* непальськ* νεπαλικ* 尼泊尔语 尼泊爾文 ネパール語 네팔어 النيبالية נפאלית نپالی नेपाली kinepali",
    tokens: 1.5,
  },
  si: {
    names:
      "singhalesisc* cingalai* singales* singalee* sinhal* syngalesk* szingalé* сингальск* сингальськ* σινχαλεζικ* 僧伽罗语 僧伽羅文 シンハラ語 싱할라어 السنهالية סינהלה سینهالی सिंहली สิงหล kisinhala",
    tokens: 2.6,
  },
  my: {
    names:
      "birma* burm* barmštin* бирманск* бірманськ* βιρμανικ* 缅甸语 緬甸文 ミャンマー語 버마어 البورمية בורמזית برمه‌ای बर्मीज़ พม่า miến_điện kiburma",
    tokens: 2.9,
  },
  km: {
    names:
      "khme* jeme* kambodjansk* кхмерск* кхмерськ* χμερ 高棉语 高棉文 クメール語 크메르어 الخميرية חמרית خمری खमेर kikambodia",
    tokens: 2.6,
  },
  lo: {
    names:
      "lao laotisc* laosian* laotiaan* laotisk* laotańsk* laoštin* лаосск* лаоськ* λαοτιν* lao_dil* 老挝语 寮文 ラオ語 라오어 اللاوية לאו لائوسی लाओ ลาว kilaosi",
    tokens: 2.5,
  },
  mn: {
    names:
      "mongo* монгольск* монгольськ* μογγολικ* moğolc* 蒙古语 蒙古文 モンゴル語 몽골어 المنغولية מונגולית مغولی मंगोलियाई มองโกเลีย mông_cổ kimongolia",
    tokens: 2.2,
  },
  la: {
    names:
      "latei* łacińsk* латинск* латинськ* λατινικ* 拉丁语 拉丁文 ラテン語 라틴어 اللاتينية לטינית لاتین लैटिन ละติน la-tinh kilatini",
    tokens: 1.5,
  },
  ti: { names: "tigrin* tigrign*", tokens: 3 },
  ig: { names: "igbo", tokens: 2 },
  so: { names: "somali* somalisc*", tokens: 1.9 },
  om: { names: "oromo*", tokens: 2.2 },
  xh: { names: "xhosa isixhosa", tokens: 2 },
  sn: { names: "shona chishona", tokens: 1.9 },
  rw: { names: "kinyarwand*", tokens: 2 },
  lg: { names: "luganda", tokens: 2 },
  ln: { names: "lingala", tokens: 2 },
  wo: { names: "wolof", tokens: 2.1 },
  mg: { names: "malagasy malgach* madegassisc*", tokens: 1.9 },
  cy: { names: "welsh walisisc* gallois* galés", tokens: 1.8 },
  ga: { names: "irish irisc* irlandai* gaeilge", tokens: 1.9 },
  mt: { names: "maltes* maltai* malti", tokens: 2 },
  fo: { names: "faroes* färöisc* féroïe*", tokens: 1.9 },
  sq: { names: "albani* albanai* albanes*", tokens: 1.9 },
  mk: { names: "macedoni* mazedonisc* macédoni*", tokens: 1.8 },
  bs: { names: "bosni* bosnisc*", tokens: 1.6 },
  af: { names: "afrikaans", tokens: 1.3 },
  gl: { names: "galician gallego galizisc*", tokens: 1.3 },
  uz: { names: "uzbek* usbekisc* ouzbek*", tokens: 1.9 },
  qu: { names: "quechua ketschua", tokens: 2 },
  gn: { names: "guaran*", tokens: 2 },
  mi: { names: "maori māori", tokens: 1.7 },
  eo: { names: "esperanto", tokens: 1.4 },
  ku: { names: "kurdisc* kurdish kurmanji", tokens: 2 },
  ps: { names: "pashto paschtu", tokens: 2.2 },
  or: { names: "odia oriya", tokens: 3 },
  pa: { names: "punjabi panjabi", tokens: 2.4 },
  kn: { names: "kannada", tokens: 2.4 },
  ml: { names: "malayalam", tokens: 2.4 },
  bo: { names: "tibeta* tibetisc* tibétai*", tokens: 4 },
  yi: { names: "yiddish jiddisc*", tokens: 2 },
  tlh: { names: "klingon* klingonisc*", tokens: 2 },
};
