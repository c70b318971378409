import type { AlertTest } from "@signalbox/sdk";

const isTaken = (status: number): boolean => status >= 200 && status <= 299;

function wordsOfWebhook({ webhook_status: status, webhook_fault: fault }: AlertTest): string | undefined {
  if (fault !== null) return `The webhook could not be reached: ${fault}.`;
  if (status === null) return undefined;
  return isTaken(status) ? `The webhook took it (${status}).` : `The webhook refused it (${status}).`;
}

function wordsOfMails({ mails_taken: taken, mails_asked: asked }: AlertTest): string | undefined {
  if (asked === 0) return undefined;
  if (taken === asked) return asked === 1 ? "One mail is on its way." : `${asked} mails are on their way.`;
  return taken === 0 ? "The service cannot send mail." : `${taken} of ${asked} mails are on their way.`;
}

/** The result of a test alert, in a sentence or two. */
export function wordsOfTest(test: AlertTest): string {
  const sentences = [wordsOfWebhook(test), wordsOfMails(test)].filter((words) => words !== undefined);
  return sentences.length === 0
    ? "Alerts go nowhere yet: name an address above and save."
    : sentences.join(" ");
}
