import type { ReactNode } from "react";

/** A name that somebody gave, on one line: a long one is cut, and whole for who rests on it. */
export const Name = ({ name }: { readonly name: string }): ReactNode => (
  <span className="name" title={name} dir="auto">
    {name}
  </span>
);
