// The command that helps a member back in who cannot sign in.
import { SignalboxError } from "@signalbox/contracts";
import { allowPassword, createResetLink, resetSecondFactor } from "@signalbox/server";
import { readNumber, JSON_OPTION, type Command } from "../command.ts";
import { withService } from "./with-service.ts";

export const resetPassword: Command = {
  name: "reset-password",
  usage: "reset-password EMAIL [--second-factor | --allow-minutes N]",
  summary: "Help a member who cannot sign in: print a reset link, or lift a requirement.",
  details: [
    "The link is for installations without mail. It works once; send it over a channel you trust.",
    "--second-factor is for a member who lost both app and recovery codes. Verify the identity of the member first: afterwards the password alone opens the account.",
    "--allow-minutes is for outages of the single sign-on provider. The member uses the password or such a link; these sessions end when the time is up.",
    "The audit log of every organisation of the member says so.",
  ],
  options: {
    "second-factor": { type: "boolean", description: "Turn off the second factor; print no link." },
    "allow-minutes": {
      type: "string",
      value: "N",
      description: "Let the member sign in without single sign-on for so long, 1 to 1440; print no link.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox reset-password ada@example.org",
    "signalbox reset-password ada@example.org --second-factor",
    "signalbox reset-password ada@example.org --allow-minutes 60",
  ],
  run: async (invocation) => {
    const [email] = invocation.positionals;
    if (email === undefined) throw new SignalboxError("bad_request", "Whose? Give the e-mail address.");
    const minutes = readNumber(invocation, "allow-minutes", { minimum: 1, maximum: 1440 });
    const { out } = invocation.console;
    await withService(invocation, async (context) => {
      if (minutes !== undefined) {
        const until = await allowPassword(context, { email, minutes });
        out(`${email} may sign in without single sign-on until ${until.toISOString()}.\n`);
      }
      if (invocation.isOn("second-factor")) {
        await resetSecondFactor(context, email);
        out(`${email} signs in by password alone now.\n`);
      }
      if (minutes !== undefined || invocation.isOn("second-factor")) return;
      const link = await createResetLink(context, email);
      out(invocation.isOn("json") ? `${JSON.stringify({ email, link })}\n` : `${link}\n`);
    });
    return 0;
  },
};
