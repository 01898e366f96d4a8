import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/lib/core/db/embedded/start";
import { givePassword } from "@/test/browser/people-parts";
import { expect, test } from "@/test/process/process-test";
import { commands, isOpen, untilReady } from "@/test/process/server-process";
import { childEnv } from "@/test/process/servers";

const run = promisify(execFile);

test("the example platform: a seller signs in at its provider, installs, allows, and sees products", async ({
  page,
  instance,
  spawnServer,
}) => {
  const ports = {
    LATCHKEY_PORT: String(instance.port),
    PLATFORM_PORT: String(await freePort()),
    ACCOUNTS_PORT: String(await freePort()),
    EXTENSION_PORT: String(instance.extensionPort),
  };
  const example = spawnServer({ command: commands.examplePlatform, env: ports, ownGroup: true });
  await untilReady(example, /^Everything runs\./m);
  expect(example.output()).toMatch(/Latchkey's directory: \d+ created/);
  const { password } = JSON.parse(await readFile(join(instance.dataDir, "example.json"), "utf8"));
  const latchkey = `http://localhost:${ports.LATCHKEY_PORT}`;
  const accounts = `http://127.0.0.1:${ports.ACCOUNTS_PORT}`;

  await test.step("the seller signs in at the platform and never enters a password at Latchkey", async () => {
    await page.goto(`${latchkey}/company/7001/extensions`);
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await page.getByRole("link", { name: "Continue with Market Hall" }).click();
    await expect(page).toHaveURL(new RegExp(`^${accounts}/sign-in/`));
    await givePassword(page, "mira@harbour-lamps.example", password);
    await expect(page).toHaveURL(`${latchkey}/company/7001/extensions`);
  });

  await test.step("Parcelwise is connected, and Shipfast can be installed", async () => {
    await expect(page.getByRole("link", { name: "Parcelwise", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Install Shipfast" }).click();
    await page.getByRole("button", { name: "Allow access to Harbour Lamps" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connected to company 7001");
  });

  await test.step("products come from the platform, whichever token asks", async () => {
    for (const kind of ["offline", "online"]) {
      await page.getByRole("button", { name: `Call products with the ${kind} token` }).click();
      await expect(page.getByRole("cell", { name: "Brass lantern" })).toBeVisible();
      await expect(page.getByRole("cell", { name: "Smoked oolong" })).toHaveCount(0);
    }
    expect(example.output()).toContain("shipfast-sample as s-1001, company 7001");
  });

  await test.step("Parcelwise refreshes with its old key, secret, and refresh token", async () => {
    const readme = await readFile("examples/platform/README.md", "utf8");
    const [, block = ""] = /```sh\n(# refresh as before\n.*?)```/s.exec(readme) ?? [];
    const variables = { ...ports, DATA_DIR: instance.dataDir };
    const { stdout, stderr } = await run("sh", ["-c", block], { env: childEnv(variables) });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).items).toHaveLength(2);
  });

  await test.step("Ctrl-C stops everything", async () => {
    process.kill(-(example.child.pid ?? 0), "SIGINT");
    await example.ended;
    const open = await Promise.all(Object.values(ports).map((port) => isOpen(Number(port))));
    expect(open).toEqual([false, false, false, false]);
  });
});
