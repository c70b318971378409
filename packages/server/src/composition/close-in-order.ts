/** Runs every step even if an earlier one failed, so that nothing stays open; then throws the first fault. */
export async function closeInOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
