/** One thing that was looked at, in one line; what is to be fixed says how. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

export const good = (check: string, detail: string): Finding => ({ check, ok: true, detail });
export const bad = (check: string, detail: string): Finding => ({ check, ok: false, detail });
