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
  summary: "Write everything that the database holds into one file.",
  details: [
    "The service may run meanwhile: the file holds one state of the whole database, SQLite or PostgreSQL.",
    "The file can be read by its owner alone. It holds digests of keys, and texts if they are kept: store it as you store the database.",
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
  summary: "Fill a new database from a backup, and check every row of it.",
  details: [
    "The database must be empty: name a new data directory with --data-dir or an empty one with --database-url. Stop the service that uses it.",
    "Every row is read back and compared before anything is kept; a damaged file changes nothing.",
    "A backup of an older release is brought up to date. One of a newer release needs that release.",
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
  summary: "Carry an installation from one database to another: SQLite to PostgreSQL, or back.",
  details: [
    "The second database must be empty; the first stays as it is. Every row is read back and compared before anything is kept.",
    "What is written to the first database meanwhile is not carried over: stop the service, copy, and start it on the second.",
    "Addresses with a password are better kept out of the list of processes: FROM and TO may be names of environment variables, written as env:NAME.",
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
