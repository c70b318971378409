/**
 * What makes two spellings of an address one person: case, blanks around it, and the two ways to write an accent. Look-alikes
 * (the Roman numeral "Ⅴ" for a "v") are mailboxes of their own, maybe of somebody else.
 */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}
