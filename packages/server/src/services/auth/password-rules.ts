import { invalid } from "@signalbox/contracts";

interface PasswordChoice {
  readonly location: string;
  readonly password: string;
  readonly email: string;
  readonly charsMin: number;
}

/** Length is what counts; beyond it only the address itself and a single repeated character are refused. */
export function assertPassword({ location, password, email, charsMin }: PasswordChoice): void {
  const chars = Array.from(password);
  if (chars.length < charsMin)
    throw invalid([
      {
        location,
        message: `It is shorter than ${charsMin} characters.`,
        fix: "Choose a longer one, e.g. four words.",
      },
    ]);
  if (new Set(chars).size < 3 || password.toLowerCase() === email.toLowerCase())
    throw invalid([
      {
        location,
        message: "It is too easy to guess.",
        fix: "Choose one that is not the address and not one repeated character.",
      },
    ]);
}
