import { machineFacts } from "@/bench/machine-facts.mjs";
import type { Timing } from "@/bench/sizes/time-stores";
import { say } from "@/scripts/step.mjs";

/** The maximum acceptable slowdown. */
const BOUND = 3;

/** A Markdown table of timings with few and with many rows. */
export function sizesTable(
  name: string,
  counts: readonly number[],
  timings: readonly Timing[],
): string {
  const columns = counts.map((count) => `${count.toLocaleString("en")} ${name}`);
  const lines = timings.map((timing) => {
    const [fewMs = 0, manyMs = 0] = timing.inStores;
    const cells = [fewMs, manyMs, manyMs / fewMs].map((value) => value.toFixed(1));
    return `| ${[timing.name, ...cells].join(" | ")} |`;
  });
  const head = [
    `| medians in ms | ${columns.join(" | ")} | ratio |`,
    "| --- | ---: | ---: | ---: |",
  ];
  return `${machineFacts()}\n\n${[...head, ...lines].join("\n")}`;
}

/** Prints what took more than three times as long with many rows, and returns whether nothing did. */
export function isBounded(timings: readonly Timing[]): boolean {
  const slow = timings.filter(({ mayGrow, inStores: [fewMs = 0, manyMs = 0] }) => {
    return !mayGrow && manyMs > BOUND * fewMs;
  });
  for (const { name } of slow) say(`More than ${BOUND} times slower: ${name}`);
  return slow.length === 0;
}
