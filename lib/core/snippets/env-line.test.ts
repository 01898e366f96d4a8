import { execFileSync } from "node:child_process";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { envLine } from "@/lib/core/snippets/env-line";
import { hasControl } from "@/lib/core/snippets/shell-quoted";
import { childEnv } from "@/test/process/servers";
import { hostileTexts } from "@/test/requests/hostile-text";

const LEFT_OUT = "set-this-variable-yourself";
const texts = hostileTexts(400);
const names = texts.map((_, index) => `VALUE_${index}`);
const file = texts.map((text, index) => envLine(`VALUE_${index}`, text)).join("\n");

/** What a shell has in each variable after it has read the file. */
function readByShell(shell: string): Record<string, string> {
  const printed = execFileSync(shell, {
    input: `${file}\nprintf '%s\\0' ${names.map((name) => `"$${name}"`).join(" ")}\n`,
    env: childEnv({}),
    encoding: "utf8",
  });
  return Object.fromEntries(printed.split("\0").map((value, index) => [`VALUE_${index}`, value]));
}

describe("security 122: a line of a .env file", () => {
  it("means the same to Node and to a shell: the value, or a placeholder for all of it", () => {
    const values = parseEnv(file);
    expect(Object.keys(values).sort()).toEqual(names.toSorted());
    for (const [index, text] of texts.entries()) {
      expect([text, LEFT_OUT]).toContain(values[`VALUE_${index}`]);
    }
    const { [`VALUE_${texts.length}`]: end, ...ofShell } = readByShell("sh");
    expect(end).toBe("");
    expect(ofShell).toEqual(values);
  });

  it("leaves out what a terminal would act on, and what no quotes fit", () => {
    for (const text of texts) expect(hasControl(envLine("A", text)), text).toBe(false);
    expect(envLine("A", "\u001b[201~")).toBe(`A=${LEFT_OUT}`);
    expect(envLine("A", "it's $HOME")).toBe(`A=${LEFT_OUT}`);
    // dotenv would read on behind the second quote.
    expect(envLine("A", "a $\\")).toBe(`A=${LEFT_OUT}`);
  });

  it("contains every other value, quoted only if it needs quotes", () => {
    expect(envLine("A", "https://a.example/cb,b")).toBe("A=https://a.example/cb,b");
    expect(envLine("A", "pw$(touch x)x")).toBe("A='pw$(touch x)x'");
    expect(envLine("A", 'say "#1" `now` \\n')).toBe("A='say \"#1\" `now` \\n'");
    expect(envLine("A", "it's #1")).toBe(`A="it's #1"`);
  });
});
