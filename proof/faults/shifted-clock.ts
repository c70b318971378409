// Loaded before the service (`node --import`): its wall clock is that of the machine and as many milliseconds more as a file says.
import { readFileSync } from "node:fs";

const LOOK_MS = 20;
const Machine = Date;
let shiftMs = 0;

function look(): void {
  try {
    shiftMs = Number(readFileSync(process.env["SHIFT_FILE"] ?? "", "utf8")) || 0;
  } catch {
    // Not written yet.
  }
}

setInterval(look, LOOK_MS).unref();

globalThis.Date = class extends Machine {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [Machine.now() + shiftMs] : given) as [number]));
  }

  static override now(): number {
    return Machine.now() + shiftMs;
  }
} as DateConstructor;
