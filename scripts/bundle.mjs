import { build, stop } from "esbuild";
import { replaceFile } from "./stamps.mjs";

/**
 * Bundles one TypeScript entry for Node into `dist/`, leaving packages out.
 * @param {string} entry For example `server.ts`.
 * @param {string} outfile For example `dist/server.mjs`.
 * @param {readonly string[]} [inject] Modules whose exports replace globals of the same name.
 */
export async function bundle(entry, outfile, inject = []) {
  const { outputFiles } = await build({
    write: false,
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
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  // Otherwise its helper process would live as long as this one.
  await stop();
}
