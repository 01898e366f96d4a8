import { readFileSync, writeFileSync } from "node:fs";

const DOCUMENT = "bench/README.md";

/**
 * Replaces a result in bench/README.md: what is between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`.
 *
 * @param {string} name
 * @param {string} text
 * @throws Error if the document lacks these markers
 */
export function writeResults(name, text) {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const document = readFileSync(DOCUMENT, "utf8");
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no markers for ${name}`);
  const before = document.slice(0, from + begin.length);
  writeFileSync(DOCUMENT, `${before}\n\n${text}\n\n${document.slice(to)}`);
}
