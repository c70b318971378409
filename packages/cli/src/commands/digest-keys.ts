import type { Command } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { ACCOUNT_OPTION, withRecords } from "./with-service.ts";

export const digestKeysRotate: Command = {
  name: "digest-keys rotate",
  usage: "digest-keys rotate [--account ID]",
  summary: "Make a new key for an account's digests and the seals of its audit log.",
  details: [
    "What comes is digested with the new key. Earlier keys stay beside it, so that subjects are still found and seals still proved.",
    "A conversation that goes on over the rotation starts a new chain, unless it names its previous session.",
    "A running service takes the new key within a second.",
  ],
  options: { account: ACCOUNT_OPTION },
  takesConfiguration: true,
  examples: ["signalbox digest-keys rotate"],
  run: async (invocation) => {
    const accountId = await withRecords(invocation, async ({ storage, digestKeys }) => {
      const id = await findAccountId({ storage }, invocation.text("account"));
      await digestKeys.rotate(id);
      return id;
    });
    invocation.console.out(`Account ${accountId} digests with a new key from now on.\n`);
    return 0;
  },
};
