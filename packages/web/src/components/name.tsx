import type { ComponentChildren } from "preact";

/** A name that somebody gave, on one line: a long one is cut, and whole for who rests on it. */
export const Name = ({ name }: { readonly name: string }): ComponentChildren => (
  <span className="name" title={name} dir="auto">
    {name}
  </span>
);
