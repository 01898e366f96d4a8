import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const PROOF = /(?<lines>security [\d, ]+)|`(?<file>[^`]+)`: "(?<title>[^"]+)"/g;

it("each threat in docs/threat-model.md has proofs: lines of docs/denials.md, or tests that exist", async () => {
  const denials = await readFile("docs/denials.md", "utf8");
  const numbers = [...denials.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number);
  const text = await readFile("docs/threat-model.md", "utf8");
  const [, threats = ""] = /^## Threats\n(.*?)^## /ms.exec(text) ?? [];
  const rows = [...threats.matchAll(/^\| (?<threat>[^|]+\.) \| [^|]+ \| (?<cell>[^|]+) \|$/gm)];
  expect(rows.length).toBe(threats.match(/^\| (?!Threat \||---)/gm)?.length);
  for (const { groups } of rows) {
    const proofs = [...(groups?.cell ?? "").matchAll(PROOF)].map((proof) => proof.groups ?? {});
    expect(proofs, groups?.threat).not.toEqual([]);
    for (const { lines, file, title } of proofs) {
      if (lines) expect(numbers).toEqual(expect.arrayContaining(lines.match(/\d+/g) ?? []));
      if (file) expect(await readFile(file, "utf8"), file).toContain(`"${title}"`);
    }
  }
});
