import type { ReactNode } from "react";

interface Props {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

export function Step(props: Props): ReactNode {
  return (
    <li
      className="step"
      data-done={props.isDone}
      data-current={props.isCurrent}
      aria-current={props.isCurrent ? "step" : undefined}
    >
      <span className="step-mark" aria-hidden="true">
        {props.isDone ? "✓" : props.number}
      </span>
      <div className="stack">
        <h2>
          {props.title}
          {props.isDone ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
