// A fresh account's key, as a stranger gets one who signs up.
import assert from "node:assert/strict";

/** @param index makes the person and the organisation */
export async function signUp({ origin }: URL, index: number): Promise<string> {
  const post = async (path: string, body: object, cookie = ""): Promise<Response> => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-signalbox-csrf": "1", cookie },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path} was answered with ${answer.status}`);
    return answer;
  };
  const person = { email: `person-${index}@example.org`, password: "nine patient copper bells" };
  const joined = await post("/auth/sign-up", { ...person, organisation: `organisation ${index}` });
  const cookie = joined.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const made = (await (await post("/keys", { name: "torture" }, cookie)).json()) as { readonly key: string };
  return made.key;
}
