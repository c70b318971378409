// Every button. While `isBusy` it stays focusable but does nothing, so that a second press cannot send twice.
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";

interface Props {
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "danger" | "quiet" | "plain";
  readonly size?: "small" | "normal";
  readonly type?: "button" | "submit";
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  /** Whether what it opens is open. */
  readonly isExpanded?: boolean;
  readonly label?: string;
  readonly title?: string;
}

export function Button(props: Props): ReactNode {
  const isStill = props.isBusy === true || props.isDisabled === true;
  const press = (event: MouseEvent): void => {
    if (isStill) event.preventDefault();
    else props.onClick?.();
  };
  return (
    <button
      className="button"
      type={props.type ?? "button"}
      data-kind={props.kind ?? "plain"}
      data-size={props.size ?? "normal"}
      aria-busy={props.isBusy}
      aria-disabled={isStill || undefined}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-label={props.label}
      title={props.title}
      onClick={press}
    >
      {props.children}
    </button>
  );
}

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly kind?: "primary" | "plain" | "quiet";
}

export function LinkButton(props: LinkProps): ReactNode {
  return (
    <Link href={props.href} className="button" data-kind={props.kind ?? "plain"}>
      {props.children}
    </Link>
  );
}
