import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { z } from "zod";

const MAX_BYTES = 200 * 1024;

// The build's own list of the scripts in a page's first load.
const bundlesSchema = z.array(
  z.object({ route: z.string(), firstLoadChunkPaths: z.array(z.string()).nonempty() }),
);
const pathRoutesSchema = z.record(z.string(), z.string());

test("no page ships more than 200 KB of compressed JavaScript", async () => {
  const bundles = bundlesSchema.parse(readJson(".next/diagnostics/route-bundle-stats.json"));
  const sizes = bundles
    .map(({ route, firstLoadChunkPaths }) => ({ route, bytes: compressed(firstLoadChunkPaths) }))
    .toSorted((one, other) => other.bytes - one.bytes);

  expect(sizes.map(({ route }) => route)).toEqual(expect.arrayContaining(builtPages()));
  for (const { route, bytes } of sizes) {
    expect.soft(bytes, `${route}: bytes of JavaScript`).toBeLessThanOrEqual(MAX_BYTES);
  }
  const lines = sizes.map(({ route, bytes }) => `| \`${route}\` | ${(bytes / 1024).toFixed(1)} |`);
  const body = ["| page | KB |", "| --- | ---: |", ...lines].join("\n");
  await test.info().attach("javascript-per-page.md", { body, contentType: "text/markdown" });
});

/** The routes of all pages in the build; Next's own start with an underscore. */
function builtPages(): string[] {
  const routes = pathRoutesSchema.parse(readJson(".next/app-path-routes-manifest.json"));
  return Object.entries(routes)
    .filter(([file, route]) => file.endsWith("/page") && !route.startsWith("/_"))
    .map(([, route]) => route);
}

/** The size of the files when served with gzip, in bytes. */
function compressed(paths: readonly string[]): number {
  return [...new Set(paths)].reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
