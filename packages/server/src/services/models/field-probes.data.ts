// Typical prompts of each field, by which the models page compares abilities. Written for this purpose; of middling
// difficulty, several a field, so that no single wording decides.
export interface FieldProbes {
  readonly field: string;
  readonly prompts: readonly string[];
}

export const FIELD_PROBES: readonly FieldProbes[] = [
  {
    field: "chat",
    prompts: [
      "What should I pack for a rainy weekend by the sea with two small children?",
      "I feel stuck between two job offers. How would you go about choosing?",
      "Suggest a quick dinner from chickpeas, spinach and half a lemon.",
    ],
  },
  {
    field: "knowledge",
    prompts: [
      "Why did the Hanseatic League decline in the sixteenth century?",
      "How does the kidney concentrate urine, and what role does the loop of Henle play?",
      "Which economic effects does a currency peg have when the anchor country raises interest rates?",
    ],
  },
  {
    field: "mathematics",
    prompts: [
      "How many integers from 1 to 1000 are divisible by 6 or 15 but not by 10?",
      "Find the volume of the solid that results when the region between y = x^2 and y = 2x is turned around the x axis.",
      "A bag holds 5 red and 7 blue balls. Three are drawn without putting back. What is the probability of at least two red ones?",
    ],
  },
  {
    field: "code",
    prompts: [
      "Write a Python function that merges overlapping intervals and returns them sorted. Handle an empty list.",
      "This SQL query counts customers twice when they have several orders. Rewrite it: SELECT c.id, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id GROUP BY c.id",
      "Implement an LRU cache in TypeScript with get and set in constant time, and explain the choice of data structures.",
    ],
  },
  {
    field: "reasoning",
    prompts: [
      "Five people sit in a row. Anna is next to Ben but not to Carl. Dora sits at an end. Emil is two seats from Dora. Who can sit in the middle?",
      "All glims are trons. Some trons are not wubs. No wub is a glim. Which conclusions follow for certain?",
      "A clock loses four minutes an hour. It was set right at noon. What is the true time when it shows six in the evening?",
    ],
  },
  {
    field: "writing",
    prompts: [
      "Write a short, warm eulogy for a retired ferry captain who loved bad puns.",
      "Rewrite this in plain English for customers: 'Pursuant to section 4, remittances received subsequent to the cut-off shall be processed on the ensuing business day.'",
      "Draft the opening paragraph of a mystery novel set in a signal box on a foggy line.",
    ],
  },
];
