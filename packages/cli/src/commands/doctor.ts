// Faults that an installation can have without saying so: each check answers in one line, with what to do.
import { JSON_OPTION, type Command } from "../command.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import {
  checkCatalogue,
  checkCounter,
  checkClock,
  checkDisk,
  checkVersions,
} from "../doctor/check-machine.ts";
import { checkFiles } from "../doctor/check-files.ts";
import { checkRecords } from "../doctor/check-records.ts";
import { alignColumns } from "../output/text.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "doctor [--json]",
  summary: "Check the installation and list what to fix.",
  details: [
    "Checks database, permissions, clock, disk, versions, catalogue age, rate limits, stored policies and digest keys.",
    "Reads every page of an embedded database (`quick_check`). The service may run meanwhile.",
    "Lists preferences with rules that this release refuses; changes none.",
    "Exit code 0: nothing to fix; 1: something to fix.",
  ],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox doctor", "signalbox doctor --json --data-dir /srv/signalbox"],
  run: async (invocation) => {
    const config = invocation.config();
    const { dataDir } = config.storage;
    // Opening the database makes its files private, so they are looked at first.
    const files = await checkFiles(dataDir);
    const database = await checkDatabase(config);
    const records = await checkRecords(config);
    const findings = [
      checkVersions(),
      await checkCatalogue(config),
      checkClock({ nowMs: Date.now(), databaseMs: database.nowMs, newestFileMs: files.newestFileMs }),
      await checkDisk(dataDir),
      ...files.findings,
      ...database.findings,
      ...records,
      await checkCounter(config),
    ];
    const rows = findings.map(({ check, ok, detail }) => [ok ? "ok" : "FIX", check, detail]);
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(findings, null, 2)}\n` : alignColumns(rows),
    );
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};
