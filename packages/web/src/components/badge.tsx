import type { ReactNode } from "react";

export type Tone = "plain" | "clear" | "caution" | "stop" | "info";

export function Badge(props: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className="badge" data-tone={props.tone ?? "plain"}>
      {props.children}
    </span>
  );
}
