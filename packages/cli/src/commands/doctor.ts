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
  summary: "Check the installation and say what to fix.",
  details: [
    "Checks database, permissions, clock, disk, versions, age of the catalogue, rate limits, stored policies and digest keys.",
    "An embedded database is read page by page (`quick_check`), which takes as long as reading its file; the service may go on running.",
    "A preference with a rule that this release refuses is listed with the fault; it is never changed or read in another way.",
    "Exit code 0 when all is well, 1 when something is to be fixed.",
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
