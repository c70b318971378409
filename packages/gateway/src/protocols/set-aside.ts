// Text that harnesses write into a conversation, which changes from version to version and says nothing of the task. It is set
// aside before a conversation is read or digested, and sent on as it came.

const BILLING_LINE = /^x-[\w-]*billing[\w-]*:.*$/gim;
const REMINDER = /^\s*<system-reminder>[^]*<\/system-reminder>\s*$/;

/** A block that is only a reminder. A person's words are in a separate block. */
export const isReminder = (text: string): boolean => REMINDER.test(text);

export const withoutBilling = (text: string): string =>
  text.includes("billing") ? text.replaceAll(BILLING_LINE, "").trim() : text;
