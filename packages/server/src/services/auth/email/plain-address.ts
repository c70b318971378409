import { invalid } from "@signalbox/contracts";

/**
 * An address that looks like another one: "ⅴictim" or "ｖictim" beside "victim". Mail systems tell them apart; people who read a
 * list of members do not.
 * @throws SignalboxError validation_failed
 */
export function assertPlainAddress(email: string): void {
  const plain = email.normalize("NFKC");
  if (plain === email.normalize("NFC")) return;
  throw invalid([
    {
      location: "body.email",
      message: "It holds characters that only look like ordinary letters or digits.",
      fix: `Write it in ordinary ones: ${plain}.`,
    },
  ]);
}
