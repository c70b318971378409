// Work that people give to coding agents, easy and hard, written by hand for the gateway alone. The default dial was chosen on the
// tasks that were looked at; the others judge it, and nothing may be tuned on them.

export interface AgentTask {
  readonly kind: "easy" | "hard";
  readonly words: string;
}

const easy = (words: string): AgentTask => ({ kind: "easy", words });
const hard = (words: string): AgentTask => ({ kind: "hard", words });

export const LOOKED_AT: readonly AgentTask[] = [
  easy("There's a typo in docs/setup.md: 'enviroment' -> 'environment'."),
  easy("rename getUsr to getUser in src/users.ts and its two callers"),
  easy("prettier complains about src/index.css, run it and commit nothing"),
  easy("Entferne bitte die vergessenen console.log aus src/cart.ts."),
  easy("bump the version in package.json to 2.4.1"),
  easy("Add *.pem to .gitignore."),
  easy("the copyright year in LICENSE says 2024, make it 2026"),
  easy("Corrige la faute « adrese » dans templates/checkout.html."),
  easy("sort the imports in app/models.py, isort style"),
  easy("eslint no-unused-vars in src/api/client.ts line 14, just delete the variable"),
  hard(
    "Orders are sometimes charged twice when the payment webhook arrives while the client retries. Find out how that can happen, make " +
      "the whole path idempotent and prove with a test that it cannot happen again.",
  ),
  hard(
    "We want to split the users table into identities and profiles with no downtime, with old and new app servers running side by " +
      "side. Design the migration in steps and write the first two.",
  ),
  hard(
    "The service deadlocks about once a day under load. Thread dumps are in ./dumps. Find the lock order inversion and redesign the " +
      "locking so that it can't come back.",
  ),
  hard(
    "Unser Cache liefert nach einem Failover minutenlang alte Daten. Analysiere, warum die Invalidierung verloren geht, und entwirf ein " +
      "Protokoll, das auch bei Netzpartition korrekt bleibt.",
  ),
  hard(
    "p99 of /search went from 80 ms to 900 ms since last week's release; bisect what did it, explain it from the query plans and fix it " +
      "without losing the ranking change.",
  ),
  hard(
    "Replace our hand-rolled session tokens with rotating refresh tokens. Threat-model it first: theft, replay, concurrent refresh from two " +
      "tabs, clock skew; then implement it.",
  ),
  hard(
    "Implement a CRDT for our collaborative outline editor: moves of subtrees must not create cycles when two people move at the same time. " +
      "Prove convergence and write property tests.",
  ),
  hard(
    "The heap grows by 40 MB an hour in production, never locally. Work out from the two heap snapshots in ./heap what is retained and by " +
      "whom, and fix the leak at its root.",
  ),
  hard(
    "Make the scheduler exactly-once across three nodes. Right now a node that pauses for GC keeps its lease and runs a job that another node " +
      "has already taken over.",
  ),
  hard(
    "Port the expression evaluator to a register bytecode VM with a verifier; results must be bit-identical, including overflow and NaN, and " +
      "at least 5x faster on bench/.",
  ),
  // These judged one dial for all work, which sent 23 of 160 calls astray, before it became two.
  easy("README: 'instalation' should be 'installation'"),
  easy("Rename the variable `tmp2` to `filtered` in utils/list.js."),
  easy("there's a trailing comma lint error in config/webpack.config.js, fix it"),
  easy("please change the button label from 'Sign-in' to 'Sign in' on the login page"),
  easy("remove the unused import of `os` in scripts/build.py"),
  easy("Ändere den Port in docker-compose.yml von 3000 auf 3001."),
  easy("add a newline at the end of src/main.rs"),
  easy("the comment above parseDate is wrong, it returns UTC and not local time. fix the comment only"),
  easy("Supprime la ligne TODO au début de lib/mailer.rb."),
  easy("replace single quotes by double quotes in settings.json5"),
  easy("set the default page size from 20 to 25"),
  easy("把 README 里的 “teh” 改成 “the”。"),
  easy("Add the word 'Beta' to the page title in index.html"),
  easy("make `const` out of `let` where eslint prefer-const says so in src/store.ts"),
  easy("Cambia el color del enlace a #0055cc en styles/base.css."),
  easy("the link to the changelog in docs/index.md is broken, it's ../CHANGELOG.md"),
  easy("update the node version in .nvmrc to 24"),
  easy("Rename file helpers/strng.ts to helpers/string.ts and fix the import in index.ts"),
  easy("gofmt cmd/server/main.go"),
  easy("ボタンの文言を「送信する」から「送信」に直してください。"),
  hard(
    "Two requests that hit /transfer at the same moment can both pass the balance check. Find every path with this race, pick an isolation " +
      "level or locking scheme that holds under our read replicas too, and prove it with a concurrent test.",
  ),
  hard(
    "Design how we move 2 TB from the single Postgres to four shards while writes go on: routing, backfill, verification, cut-over and the way " +
      "back. Then implement the dual-write layer.",
  ),
  hard(
    "Our websocket fan-out loses messages when a node is drained during a deploy. Reconstruct the sequence from the logs in ./incident and " +
      "change the hand-over so that no message is lost or delivered twice.",
  ),
  hard(
    "The optimizer folds `x - x` to 0 even for floats, and worse, one of the passes miscompiles loops with two exits. Find the unsound rewrite, " +
      "argue why it is unsound and fix it without giving up the speed-up.",
  ),
  hard(
    "Entwirf und implementiere mandantenfähige Zeilensicherheit für alle Tabellen. Hintergrundjobs, Migrationen und der Admin-Zugang dürfen " +
      "sie nicht umgehen können; zeige, dass es keinen Pfad daran vorbei gibt.",
  ),
  hard(
    "Integration tests fail one time in fifty, only in CI and never the same test. Find the shared state or timing assumption behind it and " +
      "restructure the fixtures so that the suite can run in parallel safely.",
  ),
  hard(
    "Write a lock-free bounded MPMC queue in Rust for the audio thread: no allocation, no blocking, correct memory orderings, and explain each of " +
      "them. Check it under loom.",
  ),
  hard(
    "We keep running out of file descriptors after about nine hours. It is not the HTTP client. Track down who leaks them through the plugin " +
      "boundary and redesign ownership so that it's impossible.",
  ),
  hard(
    "Migrate the monolith's billing module to event sourcing. Past invoices must stay reproducible to the cent, including the two rounding " +
      "bugs that customers were already billed by. Plan it, then build the event store.",
  ),
  hard(
    "Our raft implementation sometimes elects two leaders in one term after a disk stalls. Find the violated invariant in election.go and " +
      "log.go, fix it, and add a deterministic simulation that reproduces it.",
  ),
  hard(
    "Rework the permission system from roles to relations (like Zanzibar): schema, check and expand with caching, consistency tokens, and a " +
      "migration that never widens anybody's access in between.",
  ),
  hard(
    "Analyse pourquoi le planificateur MRP donne des résultats différents d'une exécution à l'autre, trouve la source de non-déterminisme dans " +
      "le solveur parallèle et rends-le déterministe sans perdre plus de 10 % de vitesse.",
  ),
  hard(
    "The type checker is exponential on nested generics (see perf/deep.ts). Find out why inference revisits the same constraints, and change the " +
      "algorithm so that it's polynomial without accepting or rejecting any program differently.",
  ),
  hard(
    "Review our end-to-end encryption of attachments: nonce reuse, key rotation, metadata, downgrade. List what an attacker with the database can " +
      "do today and redesign the envelope format with a migration for old files.",
  ),
  hard(
    "Build offline sync for the mobile app: conflicting edits, deletes against edits, clock skew and partial uploads. Decide on the merge " +
      "semantics, justify them and implement the protocol on both sides.",
  ),
  hard(
    "Diseña e implementa un limitador de tasa distribuido que siga siendo justo entre clientes cuando falla un nodo de Redis y cuando los relojes " +
      "difieren; demuestra el error máximo que puede cometer.",
  ),
  hard(
    "Garbage collection pauses of 400 ms appear every few minutes since we moved to the arena allocator. Explain the interaction, and restructure " +
      "the hot data so that pauses stay under 20 ms at today's throughput.",
  ),
  hard(
    "Our replication stream corrupts rows when a column is added during a long transaction. Work out the ordering of schema and data events, fix " +
      "the decoder, and write the proof that every interleaving is now handled.",
  ),
  hard(
    "Refactor the 6,000-line OrderService into modules with clear boundaries without changing behaviour: find the hidden couplings through the " +
      "database and the event bus first, then propose the cuts and carry out the riskiest one.",
  ),
  hard(
    "支付回调在高并发下偶尔会丢失。请分析消息队列、重试和数据库事务之间的时序,找出丢失的根本原因,重新设计整个流程并证明不会再丢失。",
  ),
];

export const JUDGED: readonly AgentTask[] = [
  easy("Spelling: 'seperate' in CONTRIBUTING.md"),
  easy("rename class Foo to FileWatcher, it's only used in watcher.py"),
  easy("ruff says E501 on line 88 of service/views.py, wrap it"),
  easy("drop the debug print in the login handler"),
  easy("Can you change the timeout constant from 30 to 60 seconds in client.go?"),
  easy("put the new logo path img/logo-2.svg into the navbar template"),
  easy("In der README steht noch der alte Paketname acme-core, bitte überall acme-kit schreiben."),
  easy("mark `price` as optional in the Product interface"),
  easy('add alt="" to the decorative image in hero.tsx'),
  easy("Elimina la variable `aux`, no se usa, en procesar.js"),
  easy("reorder the methods of Cart alphabetically, no other change"),
  easy("the badge in the readme points to travis, point it to github actions"),
  easy("Remplace `var` par `let` dans public/menu.js"),
  easy("turn on strict in tsconfig.json"),
  easy("add a .editorconfig with 2 spaces and utf-8"),
  easy("変数名 `kosuu` を `quantity` に変更して"),
  easy("delete the empty file notes.tmp"),
  easy("fix the indentation of the yaml in .github/workflows/ci.yml line 12"),
  easy("make the error message say 'e-mail address' instead of 'mail'"),
  easy("修正 docs/api.md 里的一个错别字:“帐号”改为“账号”。"),
  hard(
    "Sometimes a user's cart shows another user's items right after a deploy. Nothing in the logs. Find out how sessions can get crossed between " +
      "workers and close the hole for good, with a regression test.",
  ),
  hard(
    "Change the primary keys of all 40 tables from int to uuid while the system stays up; foreign keys, replicas and the data warehouse export must " +
      "never see a broken reference. Plan every step and implement the tooling.",
  ),
  hard(
    "Kafka consumers rebalance in a loop whenever one partition has a slow message. Work out why from consumer.go and the metrics, and redesign " +
      "processing so that order per key holds and nothing is processed twice.",
  ),
  hard(
    "Prove or refute that our debounce-and-flush writer never loses the last write if the process is killed; then make it so.",
  ),
  hard(
    "Schreib die Lizenzprüfung so um, dass sie offline funktioniert, sich nicht durch Zurückstellen der Uhr umgehen lässt und widerrufene Schlüssel " +
      "trotzdem erkennt. Erst das Bedrohungsmodell, dann die Umsetzung.",
  ),
  hard(
    "Our incremental build skips files it should rebuild when a header is renamed and another one takes its old name within a second. Find every " +
      "such hole in the dependency tracking and fix the design, not the symptom.",
  ),
  hard(
    "Implement a B-tree with copy-on-write pages, snapshots and crash recovery for our embedded store. fsync may lie; torn pages happen. Include a " +
      "fault injection test that proves recovery.",
  ),
  hard(
    "The autoscaler oscillates: pods go 4, 40, 4 every ten minutes. Model the control loop from autoscale.py, show why it is unstable and replace " +
      "it by one that converges for the traffic in data/trace.csv.",
  ),
  hard(
    "Design multi-region active-active for our booking service. Two people must never get the same seat, even when the regions cannot talk. Compare " +
      "the options with their costs and build the one you recommend.",
  ),
  hard(
    "Il y a une fuite de mémoire native dans le module C++ appelé depuis Node : trouve qui détient les buffers, corrige la gestion de propriété et " +
      "prouve avec ASan et un test de charge que la fuite a disparu.",
  ),
  hard(
    "Speed up the route planner 20x: 3 million nodes, live traffic updates every minute, turn restrictions. Pick the algorithm (CCH, ALT, ...), " +
      "justify it and implement preprocessing and queries.",
  ),
  hard(
    "We need to encrypt columns with per-tenant keys and still search by e-mail and sort by name. Analyse what each scheme leaks, choose one, and " +
      "write the migration for 200 million rows with rollback.",
  ),
  hard(
    "The parser accepts some inputs differently from the reference implementation. Derive the grammar from both, find where they diverge, and rewrite " +
      "our parser so that the differential fuzzer is silent for 10 million cases.",
  ),
  hard(
    "After upgrading the ORM, transactions opened in background jobs sometimes commit in the wrong connection. Trace how the context is propagated " +
      "across async boundaries and redesign it so that this can't happen.",
  ),
  hard(
    "Построй систему миграций без простоя для 300 шардов: порядок, откат, проверка целостности, одновременная работа двух версий приложения. " +
      "Опиши инварианты и реализуй координатор.",
  ),
  hard(
    "Port the physics engine from doubles to deterministic fixed point so that lockstep multiplayer never desyncs across ARM and x86; solver " +
      "stability must stay within 1 % of today's.",
  ),
  hard(
    "Two background compactions can delete a file that a long-running reader still needs. Enumerate the interleavings, fix the reference counting and " +
      "the manifest protocol, and check it with a model checker.",
  ),
  hard(
    "Rewrite the tax engine so that rules are data with effective dates and jurisdictions, reproducing five years of filed returns to the cent; find " +
      "and document where the old code contradicts itself.",
  ),
  hard(
    "我们的分布式锁在 Redis 主从切换后会被两个客户端同时持有。请分析原因,设计带 fencing token 的方案,并证明它在时钟漂移和 GC 停顿下仍然安全。",
  ),
  hard(
    "The GraphQL gateway issues 4,000 queries for one dashboard. Find the N+1 paths through resolvers and permissions, and design batching that keeps " +
      "row-level access checks correct and caches safe across users.",
  ),
];

/** Written after the others had been looked at, in another style, and asked once: nothing may be tuned on them. */
export const FRESH: readonly AgentTask[] = [
  easy("lint says prefer-const on line 40 of worker.js. change let to const there"),
  easy("hey can u fix the spelling of 'seperator' everywhere in csv.py thx"),
  easy("The variable tmp2 in parse_row() should be called fields. Just rename it."),
  easy("remove the trailing whitespace in Makefile"),
  easy("Please delete the commented-out block at the bottom of src/legacy.ts."),
  easy("add a newline at end of file to .editorconfig"),
  easy("README badge points at travis, point it to github actions instead"),
  easy("in package.json rename the script 'strat' to 'start'"),
  easy("update the year in the footer to 2026"),
  easy("make the button label say 'Sign in' instead of 'Login'"),
  easy("gofmt the file internal/http/router.go"),
  easy("change the default port from 3000 to 8080 in config.example.yml"),
  easy("add `dist/` to the eslint ignore list"),
  easy("Im Kommentar über parseDate steht 'Datm', bitte zu 'Datum' korrigieren."),
  easy("corrige l'orthographe de 'recieve' dans les commentaires de mailer.rb"),
  easy("cambia el nombre del método getDatos a obtenerDatos en cliente.py"),
  easy("troque 'usuario' por 'usuário' no texto da página de login"),
  easy("このファイルの未使用のimportを消してください: src/app.ts"),
  easy("把 README 里的错别字“帐号”改成“账号”"),
  easy("переименуй переменную cnt в count в файле stats.go"),
  easy("Drop the unused parameter `ctx` from formatName and its one caller."),
  easy("Convert the double quotes in settings.py to single quotes."),
  easy("print statement left in train.py line 88, remove it"),
  easy("pin requests to 2.32.3 in requirements.txt"),
  easy("alphabetize the keys in en.json"),
  easy("Set `strict: true` in tsconfig.json, nothing else."),
  easy("the doc comment of sum() says subtracts, fix the wording"),
  easy("rename test file user.spec.js to user.test.js"),
  easy("Swap the order of the two links in the nav bar."),
  easy("bump node version in .nvmrc to 24"),
  easy("add a missing semicolon in index.php line 12"),
  easy("capitalise the headings in CONTRIBUTING.md"),
  hard(
    "Under contention our lock-free ring buffer loses an element every few million operations on ARM but never on x86. Work out the missing memory ordering, fix it and argue why it's now correct.",
  ),
  hard(
    "We need multi-region active-active for the orders service. Design conflict resolution, ordering guarantees and the failover procedure, then implement the replication layer.",
  ),
  hard(
    "Postgres 11 -> 17 upgrade for a 4 TB database with at most one minute of write downtime. Plan logical replication, sequences, large objects, cutover and rollback, and write the scripts.",
  ),
  hard(
    "the raft implementation elects two leaders after a partition heals, about once in 500 jepsen runs. find out why and fix it",
  ),
  hard(
    "Our event-sourced ledger double-counts after snapshot restore. Trace how a snapshot can interleave with in-flight events, and redesign it so balances are provably exact.",
  ),
  hard(
    "Memory grows 40 MB an hour in production and heap snapshots show nothing obvious. Find the leak across the native addon boundary and fix it.",
  ),
  hard(
    "Replace our homegrown auth with OAuth2 + PKCE + refresh-token rotation across web, mobile and three backend services without logging anyone out.",
  ),
  hard(
    "Design and implement an incremental compiler cache that stays correct when headers change through symlinks and generated files.",
  ),
  hard(
    "Rewrite the query planner so that correlated subqueries are decorrelated; prove equivalence with tests on null semantics.",
  ),
  hard(
    "The payments saga leaves money reserved when the compensating step times out twice. Model the states, find every hole and redesign.",
  ),
  hard(
    "Break up the 30k-line monolith billing module into bounded contexts, with a strangler migration plan and the first extracted service.",
  ),
  hard(
    "CRDT text editor: concurrent deletes and inserts at the same position diverge on three replicas. Find the flaw in the ordering and fix the merge algorithm.",
  ),
  hard(
    "Our TLS termination proxy has a timing side channel in the session ticket check. Find it, quantify it and fix it without hurting throughput.",
  ),
  hard(
    "Port the SIMD image resampler from AVX2 to NEON and SVE with bit-identical results, and explain where rounding differs.",
  ),
  hard(
    "A kernel module of ours deadlocks between the softirq and the workqueue path under memory pressure. Work out the lock dependency graph and redesign it.",
  ),
  hard(
    "Add row-level multi-tenancy to the whole platform: schema, query layer, background jobs, caches and search index, with a zero-downtime migration and a proof that tenants cannot see each other.",
  ),
  hard(
    "Unser verteilter Scheduler führt nach einem GC-Stopp Jobs doppelt aus. Finde heraus, warum das Fencing nicht greift, und entwirf ein Protokoll, das das ausschließt.",
  ),
  hard(
    "Notre moteur de recherche perd des documents quand une fusion de segments échoue à mi-chemin. Trouve la cause et conçois un protocole de validation à deux phases.",
  ),
  hard(
    "El consumidor de Kafka procesa mensajes dos veces tras un rebalanceo. Diseña semántica exactamente-una-vez de extremo a extremo con la base de datos y demuéstrala con pruebas.",
  ),
  hard(
    "O cache distribuído devolve dados antigos após uma partição de rede. Analise a causa e projete um protocolo de invalidação correto.",
  ),
  hard(
    "分布式锁在主从切换后会被两个客户端同时持有。请找出根本原因，并设计一个带隔离令牌的方案，迁移时不能停机。",
  ),
  hard(
    "本番で週に一度だけデッドロックします。スレッドダンプからロック順序の逆転を突き止め、再発しないように排他制御を設計し直してください。",
  ),
  hard(
    "После падения реплики индексы расходятся с основной базой. Найди, в каком порядке теряются записи, и спроектируй восстановление без остановки сервиса.",
  ),
  hard(
    "Build a sandbox for untrusted WASM plugins with CPU, memory and syscall limits; threat-model it and write the escape tests.",
  ),
  hard(
    "Our fuzzer finds a use-after-free in the HTTP/2 stream state machine, only with RST during CONTINUATION. Find the root cause and restructure the ownership.",
  ),
  hard(
    "Derive and implement backpressure across five microservices so that a slow sink never causes unbounded queues or priority inversion.",
  ),
  hard(
    "Migrate 200 cron jobs to a workflow engine with idempotency and exactly-once side effects; design the abstraction and convert the three hairiest ones.",
  ),
  hard(
    "The type checker takes exponential time on nested conditional types. Analyse the algorithm, find a polynomial strategy and implement it without changing results.",
  ),
  hard(
    "Design the schema and sync protocol for an offline-first mobile app with conflict handling, partial replication and encryption at rest, then write the sync engine.",
  ),
  hard(
    "Replication lag spikes to minutes every night. Correlate the WAL, vacuum and checkpoint behaviour, explain the mechanism and redesign the batch jobs.",
  ),
  hard(
    "Implement MVCC with serializable snapshot isolation in our embedded store, including garbage collection of versions and crash recovery.",
  ),
  hard(
    "Work out why p99.9 doubles when we add a second NUMA node, and redesign the allocator and thread placement.",
  ),
];
