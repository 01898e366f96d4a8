import { build, stop } from "esbuild";

/**
 * Bundles one TypeScript entry for Node into `dist/`, leaving packages out.
 *
 * @param {string} entry For example `server.ts`.
 * @param {string} outfile For example `dist/server.mjs`.
 * @param {readonly string[]} [inject] Modules whose exports replace globals of the same name.
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
  // Otherwise its helper process would live as long as this one.
  await stop();
}
