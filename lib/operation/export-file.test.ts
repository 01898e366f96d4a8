import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "@/lib/operation/export-file";

/** Parses a line according to RFC 4180. */
function readLine(line: string): string[] {
  const cells = `,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

it.each(["=1+1", "+1", "-1", "@A", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠A"])(
  "the cell %j, which a spreadsheet may run as a formula, starts with an apostrophe",
  (cell) => {
    expect(readLine(csvLine(["a", cell]))).toEqual(["a", `'${cell}`]);
  },
);

it("preserves every other cell", () => {
  const anyCell = fc.oneof(fc.string(), fc.constantFrom('a"b', "a\nb", "a=1", " =", "1＝"));
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1 }), (cells) => {
      const read = readLine(csvLine(cells));
      const asText = cells.map((cell) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell));
      expect(read).toEqual(asText);
    }),
  );
});
