/** More lines than this make a chart harder to read, not easier. */
const MAX_STEPS = 4;

/**
 * Round numbers from 0 to the first one not below `most`, in equal steps of 1, 2 or 5 times a power of ten.
 * @param most the largest count that is shown, not negative
 */
export function axisTicks(most: number): number[] {
  const step = stepFor(Math.max(1, most));
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, position) => position * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((one) => one * MAX_STEPS >= most);
    if (step !== undefined) return step;
  }
}
