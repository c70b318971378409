// Reads every page of a SQLite file in a separate thread and connection, which delay no reader and no writer.
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const { path, statement } = workerData as { readonly path: string; readonly statement: string };

function findDamage(): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const rows = database.prepare(statement).all();
    return rows.flatMap((row) => Object.values(row).map(String)).filter((words) => words !== "ok");
  } catch (cause) {
    // Damage may fail the check itself.
    return [cause instanceof Error ? cause.message : String(cause)];
  } finally {
    database.close();
  }
}

parentPort?.postMessage(findDamage(), []);
