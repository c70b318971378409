// Globs with `*` and `?`, without regard to case, in time linear in the text for each star: no pattern can hang a decision.

/** True when the whole of `text` matches `pattern`. */
export function matchesGlob(pattern: string, text: string): boolean {
  const p = pattern.toLowerCase();
  const t = text.toLowerCase();
  let pi = 0;
  let ti = 0;
  let starAt = -1;
  let retryAt = 0;
  while (ti < t.length) {
    const wanted = p[pi];
    if (wanted === "*") {
      starAt = pi;
      retryAt = ti;
      pi += 1;
    } else if (wanted === "?" || (wanted !== undefined && wanted === t[ti])) {
      pi += 1;
      ti += 1;
    } else if (starAt !== -1) {
      pi = starAt + 1;
      retryAt += 1;
      ti = retryAt;
    } else return false;
  }
  while (p[pi] === "*") pi += 1;
  return pi === p.length;
}
