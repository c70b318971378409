// A Markdown table from cells.

type Cells = readonly string[];

export function markdownTable(head: Cells, body: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}
