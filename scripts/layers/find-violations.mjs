import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../.config/layers.mjs";
import { readImports } from "./read-imports.mjs";

/**
 * Finds imports that break a rule of .config/layers.mjs.
 * @param {string} root
 * @param {readonly string[]} files paths from the root
 * @returns {{ violations: string[], imports: number }}
 */
export function findViolations(root, files) {
  let imports = 0;
  const violations = files.flatMap((file) => {
    const from = file.replace(/\.tsx?$/, "");
    const targets = readImports(root, file);
    imports += targets.length;
    return targets.flatMap((to) =>
      RULES.filter(({ forbids }) => forbids(from, to, () => readModule(root, to))).map(
        ({ message }) => `${file} imports ${to}: ${message}`,
      ),
    );
  });
  return { violations, imports };
}

/** What the rules ask about an imported module; nothing about files that are no modules, and packages. */
function readModule(root, path) {
  const file = [`${path}.ts`, `${path}.tsx`].find((each) => existsSync(join(root, each)));
  if (!file) return { imports: [], isOperation: false };
  const isOperation = / = operation\(\{/.test(readFileSync(join(root, file), "utf8"));
  return { imports: readImports(root, file), isOperation };
}
