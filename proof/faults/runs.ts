import { clock } from "./clock.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { hostile } from "./hostile.ts";
import { kills } from "./kills.ts";
import { mixed } from "./mixed.ts";
import type { Torture } from "./outcome.ts";
import { overload } from "./overload.ts";
import { replicas } from "./replicas.ts";
import { shares } from "./shares.ts";

export const RUNS: Readonly<Record<string, Torture>> = {
  replicas,
  kills,
  database,
  shares,
  hostile,
  overload,
  disk,
  clock,
  mixed,
};
