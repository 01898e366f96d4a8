import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDER = "app/service";
const LINE = `export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/lib/api/route";\n`;

/**
 * Writes Next's route files of the API: one for each path of the endpoint table, and one for unknown paths below
 * /service. All have the same line.
 * @param {readonly { path: string }[]} endpoints
 */
export function generateRoutes(endpoints) {
  const files = [
    ...endpoints.map(({ path }) => routeFile(path)),
    routeFile("/service/[[...path]]"),
  ];
  const stale = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => join(FOLDER, file))
    .filter((file) => file.endsWith("/route.ts") && !files.includes(file));
  for (const file of stale) rmSync(file);
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, LINE);
  }
}

function routeFile(path) {
  return join("app", path.replaceAll(/\{(\w+)\}/g, "[$1]"), "route.ts");
}
