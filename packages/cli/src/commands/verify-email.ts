import { SignalboxError } from "@signalbox/contracts";
import { vouchForEmail } from "@signalbox/server";

import type { Command } from "../command.ts";
import { withService } from "./with-service.ts";

export const verifyEmail: Command = {
  name: "verify-email",
  usage: "verify-email EMAIL",
  summary: "Count the address of a member as verified, when mail does not reach them.",
  details: [
    "Make sure that the address is really theirs.",
    "The audit log of every organisation of the member says so.",
  ],
  options: {},
  takesConfiguration: true,
  examples: ["signalbox verify-email ada@example.org"],
  run: async (invocation) => {
    const [email] = invocation.positionals;
    if (email === undefined)
      throw new SignalboxError("bad_request", "Whose address? Give the e-mail address.");
    await withService(invocation, (context) => vouchForEmail(context, email));
    invocation.console.out(`${email} is verified now.\n`);
    return 0;
  },
};
