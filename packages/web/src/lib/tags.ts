// Tags of requests in an address, `region=eu,team=support`, with %XX for the signs of the list itself.

type Tags = Readonly<Record<string, string>>;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const SIGNS = /[%,=]/g;

const escaped = (value: string): string => value.replaceAll(SIGNS, (sign) => encodeURIComponent(sign));

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const isTagName = (name: string): boolean => NAME.test(name);

/** Reads tags; a part that a hand has broken in an address is passed over. */
export function readTags(list: string): Tags {
  const pairs = list.split(",").map((part): readonly [string, string] => {
    const at = part.indexOf("=");
    return [part.slice(0, Math.max(0, at)).trim(), unescaped(part.slice(at + 1))];
  });
  return Object.fromEntries(pairs.filter(([name, value]) => NAME.test(name) && value !== ""));
}

export const writeTags = (tags: Tags): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join(",");

/** The list with this value of the tag, or without the tag where the value is empty. */
export function withTag(list: string, name: string, value: string): string {
  const { [name]: _before, ...others } = readTags(list);
  return writeTags(value === "" ? others : { ...others, [name]: value });
}
