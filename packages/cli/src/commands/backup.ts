// Backup, restore and move of an installation's data. They work on the database itself; the service may run meanwhile, but for
// the database that is filled.
import { SignalboxError } from "@signalbox/contracts";
import { databaseLocationOf } from "@signalbox/server";
import { backUp, copyDatabase, readDatabaseLocation, restore, type RowCounts } from "@signalbox/storage";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { alignColumns } from "../output/text.ts";

const PROGRESS_MS = 500;

/** One line that is written over, on a terminal only. */
function watchProgress({ console }: Invocation): (rows: number) => void {
  let shownAt = performance.now();
  return (rows) => {
    if (!console.isTerminal || performance.now() - shownAt < PROGRESS_MS) return;
    shownAt = performance.now();
    console.error(`\r${rows.toLocaleString("en")} rows ...`);
  };
}

function report(invocation: Invocation, counts: RowCounts, sentence: string): 0 {
  const { console } = invocation;
  const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  if (invocation.isOn("json")) console.out(`${JSON.stringify({ rows: counts, total }, null, 2)}\n`);
  else {
    const rows = Object.entries(counts).map(([table, count]) => [table, count.toLocaleString("en")]);
    console.out(`${alignColumns(rows)}\n${sentence}\n`);
  }
  return 0;
}

function fileOf(invocation: Invocation): string {
  const [file] = invocation.positionals;
  if (file !== undefined) return file;
  throw new SignalboxError("bad_request", "Which file? Name it, for example backup.signalbox.gz.");
}

function addressOf(invocation: Invocation, option: string): string {
  const address = invocation.text(option);
  if (address !== undefined) return address;
  throw new SignalboxError(
    "bad_request",
    `Which database? Name it with --${option}: sqlite:FILE or postgres://...`,
  );
}

export const backup: Command = {
  name: "backup",
  usage: "backup FILE",
  summary: "Write the whole database to one file.",
  details: [
    "The service may run meanwhile: the file is one consistent state, of SQLite or PostgreSQL.",
    "Protect the file as you protect the database: it holds key digests, and texts if they are kept.",
  ],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: [
    "signalbox backup backup.signalbox.gz",
    "signalbox backup backup.signalbox.gz --data-dir /srv/signalbox",
  ],
  run: async (invocation) => {
    const file = fileOf(invocation);
    const { url, publicName } = databaseLocationOf(invocation.config());
    const counts = await backUp(url, file, { onProgress: watchProgress(invocation) });
    return report(invocation, counts, `${file} holds what was in ${publicName}.`);
  },
};

export const restoreCommand: Command = {
  name: "restore",
  usage: "restore FILE",
  summary: "Restore a backup into an empty database and verify every row.",
  details: [
    "Name a new data directory with --data-dir or an empty database with --database-url, and stop its service.",
    "Compares every row before it commits; a damaged file changes nothing.",
    "Migrates a backup of an older release. A newer backup needs its own release.",
  ],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox restore backup.signalbox.gz --data-dir /srv/signalbox-new"],
  run: async (invocation) => {
    const file = fileOf(invocation);
    const { url, publicName } = databaseLocationOf(invocation.config());
    const counts = await restore(file, url, { onProgress: watchProgress(invocation) });
    return report(invocation, counts, `${publicName} holds what was in ${file}; every row was compared.`);
  },
};

export const copy: Command = {
  name: "copy",
  usage: "copy --from ADDRESS --to ADDRESS",
  summary: "Migrate to another database: SQLite to PostgreSQL, or back.",
  details: [
    "The target must be empty; the source stays unchanged. Compares every row before it commits.",
    "Stop the service first: rows written during the copy are not migrated.",
    "env:NAME reads an address from an environment variable, to keep passwords out of the process list.",
  ],
  options: {
    from: { type: "string", value: "ADDRESS", description: "sqlite:FILE, a path, or postgres://..." },
    to: { type: "string", value: "ADDRESS", description: "As --from." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "signalbox copy --from .signalbox/signalbox.db --to postgres://signalbox@localhost/signalbox",
    "signalbox copy --from env:DATABASE_URL --to sqlite:copy.db",
  ],
  run: async (invocation) => {
    const from = readVariable(addressOf(invocation, "from"));
    const to = readVariable(addressOf(invocation, "to"));
    const [source, target] = [readDatabaseLocation(from), readDatabaseLocation(to)];
    const counts = await copyDatabase(from, to, { onProgress: watchProgress(invocation) });
    const sentence = `${target.publicName} holds what was in ${source.publicName}; every row was compared.`;
    return report(invocation, counts, sentence);
  },
};

/** "env:NAME" is the value of the environment variable. */
function readVariable(address: string): string {
  const name = /^env:(\w+)$/.exec(address)?.[1];
  if (name === undefined) return address;
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  throw new SignalboxError("bad_request", `The environment variable ${name} is not set.`);
}
