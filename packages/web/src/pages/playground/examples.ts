interface Example {
  readonly name: string;
  readonly content: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "A bug",
    content:
      "This Python function should merge overlapping intervals but loses the last one. Find the bug and fix it.\n\ndef merge(intervals):\n    intervals.sort()\n    merged = []\n    current = intervals[0]\n    for start, end in intervals[1:]:\n        if start <= current[1]:\n            current = (current[0], max(current[1], end))\n        else:\n            merged.append(current)\n            current = (start, end)\n    return merged",
  },
  { name: "A proof", content: "Prove that every group of order p squared, p prime, is abelian." },
  {
    name: "A mail",
    content:
      "Write a short, friendly reply to a customer whose parcel arrived two days late. Offer free shipping next time.",
  },
  {
    name: "A translation",
    content: "Translate into Portuguese: The signal must be at danger before the points are moved.",
  },
];
