import { describe, expect, it } from "vitest";
import { hasControl, shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";

const TOKEN = { name: "$TOKEN" } as const;
const texts = hostileTexts(400);

/** What a command contains of a text. */
function shown(text: string): string {
  return hasControl(text.replaceAll("\n", "")) ? "" : text;
}

describe("security 122: a text that is quoted for a shell", () => {
  it("reaches the command unchanged, or is left out if a terminal would act on it", () => {
    const calls = shellArguments(texts.map((text) => `curl -d ${shellQuoted(text)}`));
    expect(calls).toEqual(texts.map((text) => ["-d", shown(text)]));
  });

  it("stays a text beside variables, of which each is expanded once", () => {
    const commands = texts.map(
      (text) =>
        `curl ${shellQuoted(text, TOKEN, text, ":", TOKEN)} ${shellQuoted(TOKEN, ":", text)}`,
    );
    const token = "$(touch created) 'a  b' *";
    expect(shellArguments(commands, { TOKEN: token })).toEqual(
      texts.map((text) => [
        `${shown(text)}${token}${shown(text)}:${token}`,
        `${token}:${shown(text)}`,
      ]),
    );
  });

  it("contains nothing that a terminal acts on", () => {
    for (const text of texts) {
      expect(hasControl(shellQuoted(text, TOKEN, text).replaceAll("\n", "")), text).toBe(false);
    }
  });
});

it("quotes only what needs it, so that commands stay readable", () => {
  expect(shellQuoted("https://a.example/cb")).toBe("https://a.example/cb");
  expect(shellQuoted("it's")).toBe(String.raw`'it'\''s'`);
  expect(shellQuoted("wow!")).toBe("'wow!'");
  expect(shellQuoted("a\n!b")).toBe(String.raw`'a\n'\!'b'`.replace(String.raw`\n`, "\n"));
  expect(shellQuoted("")).toBe("''");
  expect(shellQuoted("Authorization: Bearer ", TOKEN)).toBe('"Authorization: Bearer $TOKEN"');
  expect(shellQuoted("a/", TOKEN, "/b?c=", TOKEN)).toBe('"a/$TOKEN/b?c=$TOKEN"');
});
