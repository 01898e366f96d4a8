import { expect, onTestFinished, test } from "vitest";
import { captureOutput } from "@/lib/server/capture-output";
import { takeLog } from "@/test/requests/take-log";

const lines = takeLog();
const FORGED = '\n{"level":"fatal","msg":"forged"}\n';
const SECRET = "lks_0000000000000000000000000000000";

/** Captures output until the end of the test. @returns the one line that `work` logs */
function lineOf(work: () => void): Record<string, unknown> {
  const before = { ...console };
  const listeners = process.listeners("warning");
  onTestFinished(() => {
    Object.assign(console, before);
    process.removeAllListeners("warning");
    for (const listener of listeners) process.on("warning", listener);
  });
  captureOutput();
  lines.length = 0;
  work();
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "");
}

test.each([
  ["error", "error"],
  ["warn", "warn"],
  ["log", "info"],
  ["info", "info"],
] as const)("security 64: console.%s writes one redacted line of JSON", (method, level) => {
  // biome-ignore lint/suspicious/noConsole: console output is the subject of this test
  const line = lineOf(() => console[method]("\u001b[31mbad %s\u001b[39m", FORGED, { SECRET }));
  expect(line).toMatchObject({ level, source: "console" });
  expect(line.msg).toContain('bad \n{"level":"fatal"');
  expect(lines.join()).not.toContain(SECRET);
});

test("security 64: a printed error becomes a redacted field of the line", () => {
  // biome-ignore lint/suspicious/noConsole: console output is the subject of this test
  const line = lineOf(() => console.error("⨯", new Error(`bad ${SECRET}${FORGED}`)));
  expect(line).toMatchObject({ level: "error", msg: "⨯" });
  expect(line.err).toMatchObject({ message: expect.stringContaining("bad [redacted]") });
  expect(lines.join()).not.toContain(SECRET);
});

test("security 64: a Node warning is one line of JSON", () => {
  const line = lineOf(() => process.emit("warning", new Error(`The URL ${FORGED} is invalid`)));
  expect(line).toMatchObject({ level: "warn", source: "node" });
});
