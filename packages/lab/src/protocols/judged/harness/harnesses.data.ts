// How four coding agents send a task: what is before the person's words, how their tools are named, how calls are written.
// The texts are of our own making and lie beside the sets.
import type { CallShape } from "../judged-line.ts";

export interface Harness {
  readonly name: string;
  readonly shape: CallShape;
  /** Messages before the conversation: texts in place, or names of files. */
  readonly opening: readonly { readonly role: string; readonly parts: readonly string[] }[];
  /** Parts before the person's words in their first turn. */
  readonly reminders: readonly string[];
  /** The names that our steps use for the tools that all harnesses have. */
  readonly names: Readonly<Record<string, string>>;
  /** Tools beside those. */
  readonly others: readonly (readonly [name: string, description: string])[];
}

/** The tools that every harness has. */
export const COMMON_TOOLS: Readonly<Record<string, string>> = {
  read: "Reads a file of the workspace; offset and limit for long ones. Lines come with their numbers.",
  write: "Writes a file, in place of the one that is there. Read it first.",
  edit: "Replaces one exact text in a file by another. Fails where the text stands more than once.",
  run: "Runs a command in a shell and gives its output, its errors and its exit status.",
  grep: "Searches the contents of files with a regular expression.",
  list: "Lists files whose names match a pattern, the newest first.",
};

const PLAN = "Writes down the steps of the work and what has become of each.";
const FETCH = "Fetches a page by its address and gives it as text.";
const SEARCH = "Searches the web and gives titles, addresses and excerpts.";

export const HARNESSES: readonly Harness[] = [
  {
    name: "claude-code",
    shape: "parts",
    opening: [
      {
        role: "system",
        parts: [
          "x-client-billing: version=2.1.330.c41; entrypoint=cli; sub=0;",
          "You are an official command line assistant of your maker.",
          "claude-code.txt",
        ],
      },
      { role: "system", parts: ["claude-code.agents.txt"] },
    ],
    reminders: ["claude-code.reminder.txt"],
    names: { read: "Read", write: "Write", edit: "Edit", run: "Bash", grep: "Grep", list: "Glob" },
    others: [
      ["Agent", "Starts a sub-agent with a brief of its own. It works alone and hands back one report."],
      ["NotebookEdit", "Replaces a cell of a notebook."],
      ["WebFetch", FETCH],
      ["WebSearch", SEARCH],
      ["TodoWrite", PLAN],
      ["AskUserQuestion", "Asks the person to choose between two to four options."],
      ["ExitPlanMode", "Shows the plan to the person and asks whether to begin."],
      ["KillShell", "Ends a command that runs in the background."],
      ["BashOutput", "Gives what a command in the background has printed since."],
      ["Skill", "Loads a skill by its name."],
    ],
  },
  {
    name: "codex",
    shape: "members",
    opening: [
      { role: "developer", parts: ["codex.base.txt"] },
      { role: "developer", parts: ["codex.developer.txt"] },
      { role: "user", parts: ["codex.environment.txt"] },
    ],
    reminders: [],
    names: {
      read: "exec_command",
      write: "apply_patch",
      edit: "apply_patch",
      run: "exec_command",
      grep: "exec_command",
      list: "exec_command",
    },
    others: [
      ["write_stdin", "Sends keys to a command that is still running."],
      ["update_plan", PLAN],
      ["view_image", "Shows a picture of the workspace to the model."],
      ["web_search", SEARCH],
      ["spawn_agent", "Starts another agent with a task of its own."],
      ["wait_agent", "Waits until one of the agents has ended."],
    ],
  },
  {
    name: "opencode",
    shape: "members",
    opening: [{ role: "system", parts: ["opencode.txt"] }],
    reminders: [],
    names: { read: "read", write: "write", edit: "edit", run: "bash", grep: "grep", list: "glob" },
    others: [
      ["task", "Starts a sub-agent for a search or another piece of work."],
      ["todowrite", PLAN],
      ["webfetch", FETCH],
      ["skill", "Loads a skill by its name."],
    ],
  },
  {
    name: "qwen-code",
    shape: "members",
    opening: [
      { role: "system", parts: ["qwen-code.txt"] },
      { role: "user", parts: ["qwen-code.context.txt"] },
      { role: "assistant", parts: ["Understood. I have the context."] },
    ],
    reminders: [],
    names: {
      read: "read_file",
      write: "write_file",
      edit: "edit",
      run: "run_shell_command",
      grep: "grep_search",
      list: "glob",
    },
    others: [
      ["list_directory", "Lists the files of a folder."],
      ["todo_write", PLAN],
      ["save_memory", "Keeps a fact about the person for later sessions."],
      ["web_fetch", FETCH],
      ["task", "Starts a sub-agent."],
      ["exit_plan_mode", "Shows the plan and asks for approval."],
    ],
  },
];

/** A first look around, between the task and its next step: what was called, what came back. */
export const FIRST_LOOKS: readonly (readonly [call: string, result: string])[] = [
  ['C: run {"command":"git status --short && ls"}', "R: M src/index.ts\nREADME.md  package.json  src  tests"],
  [
    'C: grep {"pattern":"TODO|FIXME"}',
    "R: src/app.ts:41:  // TODO: remove once the old clients are gone\nsrc/util/time.ts:9:  // FIXME: leap days",
  ],
  [
    'C: read {"path":"package.json"}',
    'R: 1  {\n2    "name": "shop",\n3    "scripts": { "test": "vitest run", "lint": "oxlint" },\n4    "dependencies": { "pg": "8.16.0", "zod": "4.1.0" }\n5  }',
  ],
  [
    'C: run {"command":"make test"}',
    "R: 212 passed, 1 skipped in 14.2s\nwarning: 3 tests took longer than a second",
  ],
  [
    'C: list {"pattern":"src/**/*"}',
    "R: src/main.rs\nsrc/config.rs\nsrc/net/mod.rs\nsrc/net/retry.rs\n(4 of 61)",
  ],
];
