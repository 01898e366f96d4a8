import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";

const run = promisify(execFile);
/** Every collection is a full one, and happens often. */
const COLLECTING = ["--gc-global", "--max-semi-space-size=1"];
/** Exports of a generated key object hung at the first key in each of ten runs. */
const KEYS = 10;
const EXPORTS = 2_000;

it("generates keys that can be exported as JWK while garbage is collected", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { makeKeyPair } from "./lib/consent/grants/key-pair";
        const found = new Set();
        for (let key = 0; key < ${KEYS}; key += 1) {
          const { publicKey } = makeKeyPair();
          for (let time = 0; time < ${EXPORTS}; time += 1) found.add(publicKey.export({ format: "jwk" }).x);
        }
        console.log(found.size);`,
      resolveDir: ".",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
  });
  const [program] = outputFiles;
  const options = ["--input-type=module", "--eval", program?.text ?? ""];
  const { stdout } = await run(process.execPath, [...COLLECTING, ...options], { timeout: 60_000 });
  expect(stdout).toBe(`${KEYS}\n`);
}, 70_000);
