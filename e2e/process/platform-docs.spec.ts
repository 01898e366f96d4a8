import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@/test/process/process-test";
import { commands } from "@/test/process/server-process";
import { childEnv } from "@/test/process/servers";

const run = promisify(execFile);

test("the commands of docs/platform.md load an empty installation when pasted into sh in order", async ({
  instance,
  startServer,
  spawnServer,
}) => {
  const env = { DEMO: "0" };
  await startServer({ env });
  const key = spawnServer({ command: [...commands.serviceKey, "Our backend"], env });
  expect(await key.ended).toBe(0);
  const [, id = ""] = /client_id +(\S+)/.exec(key.output()) ?? [];
  const [, secret = ""] = /client_secret +(\S+)/.exec(key.output()) ?? [];

  const text = await readFile("docs/platform.md", "utf8");
  const blocks = [...text.matchAll(/```sh\n# \d[^\n]*\n(.*?)```/gs)].map(([, block = ""]) => block);
  expect(blocks).toHaveLength(4);
  const variables = { BASE: instance.baseUrl, KEY_ID: id, KEY_SECRET: secret };
  const { stdout, stderr } = await run("sh", ["-ec", blocks.join("\n")], {
    cwd: instance.dataDir,
    env: childEnv(variables),
  });
  expect(stderr).toBe("");
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.filter((answer) => answer.error)).toEqual([]);
  expect(answers.slice(-3)).toEqual([1, 2, 3].map((line) => ({ line, status: "created" })));
});
