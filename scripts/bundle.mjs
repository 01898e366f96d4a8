import { build, stop } from "esbuild";

/**
 * Bundles one TypeScript entry for Node into `dist/`, packages left outside.
 *
 * @param {string} entry For example `server.ts`.
 * @param {string} outfile For example `dist/server.mjs`.
 * @param {readonly string[]} [inject] Modules whose exports stand in for globals of that name.
 * @returns {Promise<void>}
 */
export async function bundle(entry, outfile, inject = []) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    packages: "external",
    alias: { "@": "." },
    inject: [...inject],
    sourcemap: true,
    logLevel: "warning",
  });
  // Its helper process would otherwise live as long as this one.
  await stop();
}
