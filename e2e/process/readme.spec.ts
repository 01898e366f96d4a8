import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { childEnv, testServer } from "@/test/process/servers";
import { demoOf } from "@/test/process/signed-in-demo";
import { clientsPath } from "@/test/requests/http/management-api";

const run = promisify(execFile);

test("the README's first token ends with products when pasted into sh, repeatedly", async () => {
  const { baseUrl, dataDir } = testServer;
  const readme = await readFile("README.md", "utf8");
  const [, block] = /```sh\n(# first token\n.*?)```/s.exec(readme) ?? [];
  if (!block) throw new Error("README.md has no block that begins with # first token");
  for (const time of ["first", "second"]) {
    const { stdout, stderr } = await run("sh", ["-c", block], {
      env: childEnv({ BASE: baseUrl, DATA_DIR: dataDir }),
    });
    expect(stderr, `${time} time`).toBe("");
    const [tokens = "", products = ""] = stdout.trim().split("\n");
    expect(JSON.parse(tokens)).toMatchObject({ token_type: "Bearer", expires_in: "3600" });
    expect(JSON.parse(products).items).toHaveLength(3);
  }
});

test("every command in docs/management-api.md succeeds when pasted into sh", async () => {
  const { management, organization_id: organization } = demoOf(testServer);
  const text = await readFile("docs/management-api.md", "utf8");
  const commands = [...text.matchAll(/```console\n(curl .*?)```/gs)].map(([, one = ""]) => one);
  const [getToken = "", ...calls] = commands;
  expect(calls.map((call) => /-X \w+/.exec(call)?.[0])).toEqual(["-X POST", "-X PUT", "-X POST"]);
  const folder = await mkdtemp(join(tmpdir(), "latchkey-commands-"));
  const logo = sharp({ create: { width: 64, height: 64, channels: 3, background: "#2060c0" } });
  await logo.png().toFile(join(folder, "logo.png"));
  const variables: Record<string, string> = {
    BASE: testServer.baseUrl,
    ORGANIZATION: organization,
    CLIENT_ID: management.client_id,
    CLIENT_SECRET: management.client_secret,
  };
  const paste = async (command: string) => {
    const { stdout } = await run("sh", ["-c", command], { cwd: folder, env: childEnv(variables) });
    return JSON.parse(stdout);
  };
  variables.TOKEN = (await paste(getToken)).access_token;
  variables.PREFIX = `${testServer.baseUrl}${clientsPath(organization)}`;
  const [create = "", putLogo = "", rotate = ""] = calls;
  const created = await paste(create);
  expect(created).toMatchObject({ meta: { name: "Shipfast" }, is_active: true });
  variables.CLIENT_ID = created.client_id;
  expect(await paste(putLogo)).toMatchObject({ logo_uri: expect.stringContaining("/logos/") });
  expect(await paste(rotate)).toMatchObject({ name: "2026 autumn" });
  await rm(folder, { recursive: true });
});
