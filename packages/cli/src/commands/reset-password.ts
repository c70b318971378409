import { SignalboxError } from "@signalbox/contracts";
import { createResetLink } from "@signalbox/server";

import { JSON_OPTION, type Command } from "../command.ts";
import { withService } from "./with-service.ts";

export const resetPassword: Command = {
  name: "reset-password",
  usage: "reset-password EMAIL",
  summary: "Print a link with which a member chooses a new password.",
  details: ["For installations without mail. The link works once; hand it over by a way you trust."],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox reset-password ada@example.org"],
  run: async (invocation) => {
    const [email] = invocation.positionals;
    if (email === undefined)
      throw new SignalboxError("bad_request", "Whose password? Give the e-mail address.");
    const link = await withService(invocation, (context) => createResetLink(context, email));
    invocation.console.out(invocation.isOn("json") ? `${JSON.stringify({ email, link })}\n` : `${link}\n`);
    return 0;
  },
};
