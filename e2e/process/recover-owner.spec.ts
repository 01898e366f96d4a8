import { join } from "node:path";
import { readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { expect, test } from "@/test/process/process-test";
import { commands } from "@/test/process/server-process";

test("latchkey owner recover prints a link to a new password, while the service runs", async ({
  page,
  instance,
  startServer,
  spawnServer,
}) => {
  await startServer();
  const login = readDemoFile(instance.dataDir)?.seller ?? { email: "", password: "" };
  const latchkey = (...args: string[]) =>
    // A shell that knows the data folder only.
    spawnServer({
      command: [...commands.latchkey, ...args],
      env: { PORT: "", BASE_URL: "", CLUSTER_URL: "" },
    });
  const recover = (email: string) => latchkey("owner", "recover", email);

  const unknown = recover("nobody@example.com");
  expect(await unknown.ended).toBe(1);
  expect(unknown.output()).toContain("There is no account with a password for nobody@example.com.");

  const command = recover(login.email);
  expect(await command.ended).toBe(0);
  const [link = ""] = /http\S+\/recover\/\S+/.exec(command.output()) ?? [];
  expect(link).toContain(`${instance.baseUrl}/recover/`);
  await page.goto(link);
  await expect(page.getByLabel("New password")).toBeVisible();

  const folder = join(instance.dataDir, "backup");
  expect(await latchkey("backup", folder).ended).toBe(0);
  const restore = latchkey("restore", folder);
  expect(await restore.ended).toBe(1);
  expect(restore.output()).toMatch(/^Latchkey is already running on .+\n.+\n$/);
});
