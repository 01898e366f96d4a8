import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { childEnv } from "@/test/process/servers";
import { serveFlow } from "@/test/requests/serve-flow";

const run = promisify(execFile);

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await serveFlow();
});

afterAll(() => stop());

it("every command in docs/directory.md works as written, even when it is repeated", async () => {
  const key = await mintServiceKey([
    "platform/directory/write",
    "platform/clients/write",
    "platform/scopes/write",
  ]);
  const blocks = readFileSync("docs/directory.md", "utf8").matchAll(/^```sh\n(.*?)^```$/gms);
  const script = ["set -eo pipefail", ...[...blocks].map(([, block]) => block)].join("\n");
  const variables = { BASE: env().baseUrl, KEY_ID: key.clientId, KEY_SECRET: key.clientSecret };
  const shell = () => run("bash", ["-c", script], { env: childEnv(variables) });
  await shell();
  const { stdout } = await shell();
  expect(stdout).toContain('"name":"Blue Lotus Sarees"');
  expect(stdout).toContain('"restricted":true');
});
