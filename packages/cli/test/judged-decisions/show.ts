// Prints every judged decision: `npm run ts -- packages/cli/test/judged-decisions/show.ts`.
import { JUDGED_CASES } from "./cases.ts";
import { createJudge } from "./judge.ts";

const judge = await createJudge();
let accepted = 0;
for (const one of JUDGED_CASES) {
  const outcome = judge(one);
  accepted += outcome.isAccepted ? 1 : 0;
  const picked = outcome.ranking[0];
  process.stdout.write(
    `${outcome.isAccepted ? "ok " : "NO "} ${one.name.padEnd(46)} ${outcome.pick.padEnd(9)} ` +
      `P ${picked?.success.toFixed(2)} $${picked?.usd?.toFixed(5) ?? "?"} ${picked?.seconds?.toFixed(0) ?? "?"} s, ` +
      `${picked?.outputTokens.toFixed(0)} tokens\n`,
  );
}
process.stdout.write(`${accepted} of ${JUDGED_CASES.length} accepted\n`);
