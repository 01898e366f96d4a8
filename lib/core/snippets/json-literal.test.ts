import { execFileSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import { isInstalled } from "@/test/process/is-installed";
import { hostileTexts } from "@/test/requests/hostile-text";

const texts = hostileTexts(400);
const list = `[${texts.map((text) => jsonLiteral(text)).join(", ")}]`;

describe("security 122: the literal of a text", () => {
  it("is the text in JSON, and in JavaScript", () => {
    expect(JSON.parse(list)).toEqual(texts);
    expect(JSON.stringify(runInNewContext(list))).toBe(JSON.stringify(texts));
  });

  it.skipIf(!isInstalled("python3"))("is the text in Python", () => {
    const input = `import json\nprint(json.dumps(${list}))\n`;
    expect(JSON.parse(execFileSync("python3", ["-I"], { input, encoding: "utf8" }))).toEqual(texts);
  });

  it("is one line of characters that YAML allows unescaped, without direction characters", () => {
    expect(list).toMatch(
      /^[\x20-\x7e\xa0-\u2027\u2030-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u,
    );
    expect(list).not.toMatch(/\p{Bidi_Control}/u);
  });
});

it("indents, and escapes inside of what it indents", () => {
  expect(jsonLiteral({ a: ["\u202e"] }, 2)).toBe('{\n  "a": [\n    "\\u202e"\n  ]\n}');
});
