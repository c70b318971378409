import { SignalboxError } from "@signalbox/contracts";
import { resetSecondFactor as reset } from "@signalbox/server";

import type { Command } from "../command.ts";
import { withService } from "./with-service.ts";

export const resetSecondFactor: Command = {
  name: "reset-second-factor",
  usage: "reset-second-factor EMAIL",
  summary: "Turn off the second factor of a member who lost the app and the recovery codes.",
  details: [
    "Make sure that it is really the member who asks: from then on the password alone opens the account.",
    "The audit log of every organisation of the member says so.",
  ],
  options: {},
  takesConfiguration: true,
  examples: ["signalbox reset-second-factor ada@example.org"],
  run: async (invocation) => {
    const [email] = invocation.positionals;
    if (email === undefined)
      throw new SignalboxError("bad_request", "Whose second factor? Give the e-mail address.");
    await withService(invocation, (context) => reset(context, email));
    invocation.console.out(`${email} signs in by password alone now.\n`);
    return 0;
  },
};
