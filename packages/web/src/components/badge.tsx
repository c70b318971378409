import type { ComponentChildren } from "preact";

export type Tone = "plain" | "clear" | "caution" | "stop" | "info";

export function Badge(props: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}): ComponentChildren {
  return (
    <span className="badge" data-tone={props.tone ?? "plain"}>
      {props.children}
    </span>
  );
}
