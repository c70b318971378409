import type { ComponentChildren } from "preact";

/** A given name on one line: long ones are cut, and shown whole on hover. */
export const Name = ({ name }: { readonly name: string }): ComponentChildren => (
  <span className="name" title={name} dir="auto">
    {name}
  </span>
);
