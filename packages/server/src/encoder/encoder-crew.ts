// Keeps the threads of the sentence encoder running: the first ones must open, or the service does not start; one that ends
// later is replaced, after a pause that doubles while the replacements keep ending.
import { openEncoderThread, type EncoderFile, type EncoderThread } from "@signalbox/encoder";

const PAUSE_MS = 250;
const PAUSE_MS_MAX = 30_000;

export interface CrewParts {
  readonly file: EncoderFile;
  readonly threads: number;
  readonly onThread: (thread: EncoderThread) => void;
  /** A thread ended, or its replacement could not be opened. */
  readonly onFault: (cause: unknown, running: number) => void;
}

export interface EncoderCrew {
  readonly width: number;
  readonly running: number;
  close(): Promise<void>;
}

async function openAll({ file, threads }: CrewParts): Promise<readonly EncoderThread[]> {
  const opened: EncoderThread[] = [];
  try {
    while (opened.length < threads) opened.push(await openEncoderThread(file));
    return opened;
  } catch (fault) {
    await Promise.all(opened.map((thread) => thread.close()));
    throw fault;
  }
}

/** @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named */
export async function openEncoderCrew(parts: CrewParts): Promise<EncoderCrew> {
  const running = new Set<EncoderThread>();
  let isClosed = false;
  let pauseMs = PAUSE_MS;
  let pause: NodeJS.Timeout | undefined;

  const watch = async (thread: EncoderThread): Promise<void> => {
    const startedMs = performance.now();
    await thread.ended;
    running.delete(thread);
    if (isClosed) return;
    parts.onFault(new Error("A thread of the sentence encoder ended."), running.size);
    if (performance.now() - startedMs > PAUSE_MS_MAX) pauseMs = PAUSE_MS;
    replaceLater();
  };
  const employ = (thread: EncoderThread): void => {
    running.add(thread);
    void watch(thread);
    parts.onThread(thread);
  };
  const replace = async (): Promise<void> => {
    try {
      const thread = await openEncoderThread(parts.file);
      if (isClosed) await thread.close();
      else employ(thread);
    } catch (cause) {
      parts.onFault(cause, running.size);
      if (!isClosed) replaceLater();
    }
  };
  const replaceLater = (): void => {
    pause = setTimeout(() => void replace(), pauseMs);
    pause.unref();
    pauseMs = Math.min(PAUSE_MS_MAX, 2 * pauseMs);
  };
  const opened = await openAll(parts);
  opened.forEach(employ);
  return {
    width: opened[0]?.width ?? 0,
    get running() {
      return running.size;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(pause);
      await Promise.all(Array.from(running, (thread) => thread.close()));
    },
  };
}
