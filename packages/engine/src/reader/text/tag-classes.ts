// Which XML-like tags chat harnesses, editors and retrieval pipelines put around text, and what stands between them.
// Only unmistakable names count as harness: `<rules>` may well be the puzzle itself, so it is kept as context.

export type TagClass = "harness" | "document" | "question";

const HARNESS = [
  "system_reminder reminder_instructions system_notification system_prompt system_instructions system_info",
  "environment_context environment_details environment_info env_info user_info user_instructions user_rules",
  "custom_instructions project_instructions workspace_instructions workspace_info workspace_context workspaceinfo",
  "environmentinfo editor_context editorcontext ide_selection ide_opened_file ide_context ide_state ide_diagnostics",
  "command_name command_message command_args command_contents local_command_stdout local_command_caveat",
  "cursor_rules always_applied_workspace_rules agent_requestable_workspace_rules additional_data project_layout",
  "git_status gitstatus open_and_recently_viewed_files open_files visible_files recently_viewed_files linter_errors",
  "available_tools tool_definitions tool_listing tools_available available_skills skills_instructions",
  "permissions_instructions permissions collaboration_mode persistent_memory token_budget claude_md agents_md",
  "new_diagnostics todo_list_state session_context background_task_status repo_context repository_context",
].join(" ");

const DOCUMENTS = [
  "document documents doc docs file files file_content file_contents attached_file attached_files attachment attachments",
  "source sources search_result search_results retrieved retrieved_documents retrieved_context passage passages article",
  "webpage page transcript pdf knowledge knowledge_base chunk chunks reference references excerpt email_thread",
  "context rules instructions system env environment tools functions memory memories metadata background conversation",
  "history chat_history conversation_history",
].join(" ");

const QUESTIONS = "user_query user_request userrequest user_message user_input user_question";

const CLASS_BY_NAME: ReadonlyMap<string, TagClass> = new Map<string, TagClass>([
  ...pairs(HARNESS, "harness"),
  ...pairs(DOCUMENTS, "document"),
  ...pairs(QUESTIONS, "question"),
]);

function pairs(names: string, tagClass: TagClass): [string, TagClass][] {
  return names.split(" ").map((name) => [name, tagClass]);
}

export function classifyTag(name: string): TagClass | undefined {
  return CLASS_BY_NAME.get(name.toLowerCase().replaceAll("-", "_"));
}
