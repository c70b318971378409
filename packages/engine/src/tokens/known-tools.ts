// An agent sends the same tools with every turn. What was read of them is kept, bounded in characters for everybody together,
// and found by its owner alone: how long a request takes says nothing of anybody else's tools. The whole text is the key, which
// costs less than a digest of it and cannot be mistaken.

/** At two bytes each at most. @unit UTF-16 code units */
const CHARS_MAX = 4_194_304;
/** More is read each time. */
const ONE_CHARS_MAX = CHARS_MAX / 16;

interface KeyedTool {
  readonly name: string;
  readonly description: string;
  readonly parametersJson: string;
}

/** Lengths before the texts: no two lists share a key. */
function keyOf(owner: string, tools: readonly KeyedTool[]): string {
  let key = `${owner.length}:${owner}`;
  for (const { name, description, parametersJson: json } of tools)
    key += `${name.length},${description.length},${json.length}:${name}${description}${json}`;
  return key;
}

interface KnownTools<T> {
  /** Characters that are kept. */
  readonly chars: number;
  /** The result of `read` for these tools, now or earlier. @param owner undefined: nothing is kept */
  get(owner: string | undefined, tools: readonly KeyedTool[], read: () => T): T;
}

export function createKnownTools<T>(charsMax: number = CHARS_MAX): KnownTools<T> {
  const known = new Map<string, T>();
  let chars = 0;
  const keep = (key: string, value: T): void => {
    known.set(key, value);
    chars += key.length;
    for (const oldest of known.keys()) {
      if (chars <= charsMax) return;
      known.delete(oldest);
      chars -= oldest.length;
    }
  };
  return {
    get chars() {
      return chars;
    },
    get: (owner, tools, read) => {
      if (owner === undefined) return read();
      const key = keyOf(owner, tools);
      const before = known.get(key);
      if (before !== undefined) return before;
      const value = read();
      if (key.length <= Math.min(ONE_CHARS_MAX, charsMax)) keep(key, value);
      return value;
    },
  };
}
