import { SignalboxError } from "@signalbox/contracts";
import { allowPassword as allow } from "@signalbox/server";

import type { Command } from "../command.ts";
import { readNumber } from "./read-number.ts";
import { withService } from "./with-service.ts";

const MINUTES_DEFAULT = 60;

export const allowPassword: Command = {
  name: "allow-password",
  usage: "allow-password EMAIL [--minutes N]",
  summary: "Let a member sign in without single sign-on for a time, although it is required.",
  details: [
    "For the hour in which the provider is down. The member signs in with the password or a passkey, or with a link of `signalbox reset-password`; sessions that begin so end with the time.",
    "The audit log of every organisation of the member says so.",
  ],
  options: {
    minutes: {
      type: "string",
      value: "N",
      description: `How long, at most 1440. Default: ${MINUTES_DEFAULT}.`,
    },
  },
  takesConfiguration: true,
  examples: ["signalbox allow-password ada@example.org --minutes 30"],
  run: async (invocation) => {
    const [email] = invocation.positionals;
    if (email === undefined)
      throw new SignalboxError("bad_request", "Who may sign in? Give the e-mail address.");
    const minutes = readNumber(invocation, "minutes", { minimum: 1, maximum: 1440 }) ?? MINUTES_DEFAULT;
    const until = await withService(invocation, (context) => allow(context, { email, minutes }));
    invocation.console.out(`${email} may sign in without single sign-on until ${until.toISOString()}.\n`);
    return 0;
  },
};
