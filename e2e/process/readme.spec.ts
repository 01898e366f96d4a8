import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { childEnv, testServer } from "@/e2e/support/servers";

const run = promisify(execFile);

test("README's first token, pasted into sh, ends with products, the first time and again", async () => {
  const { baseUrl, dataDir } = testServer("fast-lane");
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
