import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "@/lib/audit/write-csv";

/** Parses a line according to RFC 4180. */
function readLine(line: string): string[] {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

it("preserves every cell except those that would be formulas", () => {
  const anyCell = fc.oneof(
    fc.string(),
    fc.constantFrom("=1", "+1", "-1", "@A", "\t=1", 'a"b', "a\nb"),
  );
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1 }), (cells) => {
      const read = readLine(csvLine(cells));
      const asText = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell));
      expect(read).toEqual(asText);
    }),
  );
});
