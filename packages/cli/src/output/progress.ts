// A bar on the error stream, so that piped output stays clean; without a terminal, one line per tenth.
import type { Console } from "../command.ts";

const WIDTH = 28;

interface Progress {
  /** @param share 0..1 */
  report(share: number, stage: string): void;
  end(): void;
}

export function createProgress(console: Console): Progress {
  let lastTenth = -1;
  let lastStage = "";
  let isDrawn = false;
  const draw = (share: number, stage: string): void => {
    const filled = Math.round(share * WIDTH);
    const bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    console.error(`\r\u001b[2K[${bar}] ${String(Math.round(share * 100)).padStart(3)} %  ${stage}`);
    isDrawn = true;
  };
  const tell = (share: number, stage: string): void => {
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth && stage === lastStage) return;
    lastTenth = tenth;
    lastStage = stage;
    console.error(`${String(Math.round(share * 100)).padStart(3)} %  ${stage}\n`);
  };
  return {
    report: (share, stage) => {
      const bounded = Math.min(1, Math.max(0, share));
      if (console.isTerminal) draw(bounded, stage);
      else tell(bounded, stage);
    },
    end: () => {
      if (isDrawn) console.error("\n");
      isDrawn = false;
    },
  };
}
