// Commands that help somebody back in who cannot sign in.
import { SignalboxError } from "@signalbox/contracts";
import { allowPassword as allow, createResetLink, resetSecondFactor as reset } from "@signalbox/server";
import { readNumber } from "../arguments.ts";
import { withService } from "./with-service.ts";
import { JSON_OPTION, type Command } from "../command.ts";

const MINUTES_DEFAULT = 60;

export const allowPassword: Command = {
  name: "allow-password",
  usage: "allow-password EMAIL [--minutes N]",
  summary: "Let a member sign in with a password for a limited time where single sign-on is required.",
  details: [
    "For outages of the provider. The member uses the password or a link of `signalbox reset-password`; these sessions end when the time is up.",
    "The audit log of every organisation of the member says so.",
  ],
  options: {
    minutes: {
      type: "string",
      value: "N",
      description: `Minutes, at most 1440. Default: ${MINUTES_DEFAULT}.`,
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

export const resetPassword: Command = {
  name: "reset-password",
  usage: "reset-password EMAIL",
  summary: "Print a password-reset link for a member.",
  details: ["For installations without mail. The link works once; send it over a channel you trust."],
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

export const resetSecondFactor: Command = {
  name: "reset-second-factor",
  usage: "reset-second-factor EMAIL",
  summary: "Turn off the second factor of a member who lost both app and recovery codes.",
  details: [
    "Verify the identity of the member first: afterwards the password alone opens the account.",
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
