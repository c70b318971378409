// Signs that the model of a session is in trouble: every number and pattern.

/** The same tool with the same arguments, so often among the last calls. */
export const SAME_CALL = {
  times: 3,
  among: 6,
  words: "the same tool call with the same result three times in six",
} as const;

/** Results that report an error, one after the other. */
export const TOOL_ERRORS = { inARow: 3, words: "three tool errors in a row" } as const;

/** Runs of tests that failed, with an edit between them. */
export const TESTS_FAIL = { runs: 2, words: "tests fail again after an edit" } as const;

export const STILL_FAILS = { words: "the person says that it still fails" } as const;

/** Most calls looked at since the last words of a person. */
export const STEPS_MAX = 60;

export const EDIT_TOOLS =
  /^(?:edit|multi_?edit|write|write_file|apply_patch|replace|str_replace\w*|patch|notebook_?edit)$/i;

/** Most of a call's arguments that is looked at. @unit characters */
export const ARGS_CHARS = 2_000;

/** Quotes, brackets and commas between the words of a command that is sent as a list. */
export const COMMAND_MARKS = /["',[\]\\\s]+/g;

/** In the arguments of a call, for agents that edit by a command. */
export const EDIT_COMMANDS =
  /(?<![\w-])(?:apply_patch|git apply|sed -i|perl -p?i|patch -p\d|cat >|tee)(?![\w-])/;

/** In the arguments of a call. */
export const TEST_COMMANDS =
  /\b(?:(?:npm|pnpm|yarn|bun)(?: run)? test|pytest|unittest|manage\.py test|vitest|jest|mocha|(?:go|deno|dotnet|flutter|mix|sbt|swift|zig(?: build)?) test|cargo (?:test|nextest)|mvn (?:test|verify)|gradlew? test|rspec|phpunit|ctest|tox|nox|node --test|make (?:test|check))\b/;

/** In the result of a run of tests. */
export const TEST_FAILURES =
  /\b(?:[1-9]\d* (?:failed|failing|failures?|errors?)|FAILED|FAIL|not ok|AssertionError|test result: FAILED|[Ee]xit(?:ed)?(?: with)?(?: code)?:? [1-9]\d*)\b/;

/** Counts in the result of a run of tests. */
export const FAILURE_COUNTS =
  /\b(\d{1,6}) (?:failed|failing|failures?|errors?)\b|\b(?:fail|failures|failed)[:=] ?(\d{1,6})\b/gi;

/** A call that looks whether something has ended. */
export const POLLING =
  /\b(?:status|poll|sleep|wait(?:ing)?|pending|in[ _-]progress|running|queued|building)\b/i;

/** At the beginning of a result, where the protocol has no member for it. */
export const ERROR_RESULTS =
  /^\s*(?:error\b|err!|traceback \(most recent|exception\b|fatal:|exit(?:ed)?(?: with)?(?: code)?:? [1-9]\d*|command failed|tool (?:execution )?failed)/i;

/** Words by which the harness states the code of a command. */
export const EXIT_CODES = /\bexit(?:ed)?(?: with)? code:? [1-9]\d*\b/i;

/** Short words of a person who came back because it does not work, in the languages that people mostly write to agents. */
export const COMPLAINTS: readonly RegExp[] = [
  /\b(?:still|again)\b[^.\n]{0,40}\b(?:fail\w*|broken|not work\w*|doesn't work|crash\w*|wrong|error\w*|red)\b/i,
  /\b(?:doesn't|does not|didn't|did not|isn't|not)\b[^.\n]{0,12}\b(?:work|fix\w*|help|solve\w*)\b/i,
  /\b(?:same (?:error|problem|failure|issue)|fails? again|no luck|still (?:the )?same)\b/i,
  /\b(?:immer noch|schon wieder|weiterhin)\b[^.\n]{0,40}\b(?:fehl\w*|kaputt|nicht|falsch|rot)\b|\bgleiche[rn]? fehler\b|\bgeht (?:immer noch )?nicht\b/i,
  /\b(?:toujours|encore)\b[^.\n]{0,40}\b(?:erreur|pas|échou\w*|cassé\w*)|\bmême erreur\b|\bne (?:marche|fonctionne) (?:toujours )?pas\b/i,
  /\b(?:sigue|todavía|aún)\b[^.\n]{0,40}\b(?:fall\w*|error|sin funcionar|no funciona)|\bmismo error\b|\bno funciona\b/i,
  /\b(?:ainda|continua)\b[^.\n]{0,40}\b(?:falha\w*|erro|não funciona)|\bmesmo erro\b|\bnão funciona\b/i,
  /\b(?:ancora|continua a)\b[^.\n]{0,40}\b(?:errore|non funziona|fallisce)|\bstesso errore\b|\bnon funziona\b/i,
  /(?:всё ещё|все еще|по-прежнему|опять|снова)[^.\n]{0,40}(?:не работает|ошибк|падает)|та же ошибка/i,
  /(?:还是|仍然|依然)[^。\n]{0,20}(?:不行|失败|报错|错误|不对)|同样的错误/,
  /(?:まだ|やはり|相変わらず)[^。\n]{0,20}(?:失敗|エラー|動か|直って)|同じエラー/,
  /(?:여전히|아직도|또)[^.\n]{0,20}(?:실패|오류|에러|안 ?[돼되])|같은 (?:오류|에러)/,
];

/** Words that ask for something describe what is to be, not what is. */
export const DEMANDS = /\b(?:make sure|ensure|see to it|take care|should|must|so that)\b/i;

/** Longer words describe a task of their own. @unit characters */
export const COMPLAINT_CHARS_MAX = 600;

/** Words that ask to continue with the same task; anything else that is no complaint is a new one. */
export const GO_ON =
  /^\s*(?:please\s+)?(?:continue|go on|go ahead|keep going|carry on|proceed|resume|retry|try (?:again|harder|once more|something else)|yes|ok(?:ay)?|weiter|mach weiter|nochmal|versuch(?:e)? es (?:nochmal|erneut)|continue[zr]?|réessaie|sigue|continúa|otra vez|continue|tenta de novo|continua|riprova|продолжай|попробуй (?:ещё|еще) раз|继续|再试|続けて|もう一度|계속|다시)(?![\p{L}\p{N}_])/iu;
