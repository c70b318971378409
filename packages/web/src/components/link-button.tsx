import type { ReactNode } from "react";
import { Link } from "wouter";

interface Props {
  readonly href: string;
  readonly children: ReactNode;
  readonly kind?: "primary" | "plain" | "quiet";
}

export function LinkButton(props: Props): ReactNode {
  return (
    <Link href={props.href} className="button" data-kind={props.kind ?? "plain"}>
      {props.children}
    </Link>
  );
}
