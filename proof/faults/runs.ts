import { away } from "./away.ts";
import { clock } from "./clock.ts";
import { copies } from "./copies.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { fuzz } from "./fuzz.ts";
import { growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import { kills } from "./kills.ts";
import { memory } from "./memory.ts";
import { mixed } from "./mixed.ts";
import type { Torture } from "./outcome.ts";
import { overload } from "./overload.ts";
import { replicas } from "./replicas.ts";
import { revoked } from "./revoked.ts";
import { shares } from "./shares.ts";
import { soak } from "./soak.ts";

export const RUNS: Readonly<Record<string, Torture>> = {
  replicas,
  kills,
  database,
  away,
  overload,
  shares,
  hostile,
  soak,
  revoked,
  fuzz,
  growth,
  disk,
  clock,
  copies,
  mixed,
  memory,
};
