// node scripts/count-lines.mjs [COMMIT]: prints the lines and files of each room, product and tests apart. The product
// is the .ts, .tsx, and .mjs files of app, components, lib, scripts, and server.ts, without tests and generated files.
import { execFileSync } from "node:child_process";
import { print } from "./step.mjs";

const PRODUCT = /^(app|components|lib|scripts)\/.*\.(ts|tsx|mjs)$|^server\.ts$/;
const TEST = /\.test\.(ts|tsx|mjs)$|^(test|e2e)\/.*\.(ts|tsx|mjs)$/;

const commit = process.argv[2] ?? "HEAD";
const git = (...args) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });

/** Folders below lib are rooms of their own. */
const roomOf = (file) =>
  file.startsWith("lib/") ? file.split("/").slice(0, 2).join("/") : file.split("/")[0];

const rooms = new Map();
for (const line of git("grep", "-c", "", commit).trim().split("\n")) {
  const [file, count] = line.slice(commit.length + 1).split(":");
  const kind = TEST.test(file) ? "tests" : PRODUCT.test(file) ? "product" : undefined;
  if (!kind) continue;
  for (const name of [roomOf(file), "all"]) {
    const room = rooms.get(name) ?? { product: 0, "product files": 0, tests: 0, "test files": 0 };
    room[kind] += Number(count);
    room[kind === "product" ? "product files" : "test files"] += 1;
    rooms.set(name, room);
  }
}

print("product in files | tests in files | room");
for (const [name, room] of [...rooms].sort()) {
  print([room.product, room["product files"], room.tests, room["test files"], name].join("\t"));
}
