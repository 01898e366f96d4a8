import { readFileSync, writeFileSync } from "node:fs";

/** Fills in ${NAMES} of a template, as envsubst does, and writes a file that only this account can read. */
export function fillTemplate(template, file, values) {
  const text = readFileSync(template, "utf8");
  const filled = text.replace(/\$\{([A-Z_]+)\}/g, (_, name) => values[name]);
  writeFileSync(file, filled, { mode: 0o600 });
}
