import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { test as base, expect } from "@/test/process/process-test";

const run = promisify(execFile);

const test = base.extend<{ databaseUrl: string; packaged: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern here, even an empty one
  databaseUrl: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "latchkey-package-database-"));
    await chmod(dataDir, 0o711);
    const database = await startEmbeddedDatabase({ dataDir, password: "test", durable: false });
    await use(database.url);
    await database.stop();
    await rm(dataDir, { recursive: true });
  },
  /** A package in a folder from which no package of this checkout is found. */
  packaged: async ({ instance }, use) => {
    const { stdout } = await run(process.execPath, ["scripts/package.mjs"]);
    process.stdout.write(stdout);
    const folder = join(instance.dataDir, "package");
    await mkdir(folder);
    await cp("dist/latchkey", folder, { recursive: true, verbatimSymlinks: true });
    await use(folder);
  },
});

test("a package runs on a PostgreSQL without the checkout and its packages", async ({
  instance,
  databaseUrl,
  packaged,
  startServer,
  spawnServer,
  request,
}) => {
  const env = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
  };
  const program = (file: string, ...args: string[]) =>
    [process.execPath, join(packaged, file), ...args] as const;
  await startServer({ command: program("server.mjs"), env });

  await test.step("it migrates the database and serves pages with their scripts", async () => {
    const readiness = await request.get(`${instance.baseUrl}/readyz`);
    expect(readiness.status()).toBe(200);
    const page = await request.get(`${instance.baseUrl}/sign-in`);
    expect(page.status()).toBe(200);
    const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? [];
    expect((await request.get(instance.baseUrl + script)).status()).toBe(200);
  });

  await test.step("its commands share the database", async () => {
    const key = spawnServer({ command: program("latchkey.mjs", "service-key", "Backend"), env });
    expect(await key.ended).toBe(0);
    expect(key.output()).toContain("client_secret");
    const migration = spawnServer({ command: program("latchkey.mjs", "database", "migrate"), env });
    expect(await migration.ended).toBe(0);
    expect(migration.output()).toContain("Migrations: up to date");
  });

  await test.step("the health check of its image finds the server", async () => {
    expect(await spawnServer({ command: program("check-health.mjs"), env }).ended).toBe(0);
  });

  await test.step("it contains what its pages load from node_modules, for this platform", async () => {
    const links = await linksIn(join(packaged, ".next/node_modules"));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(await realpath(link)).toContain(packaged);
    for (const name of ["sharp", "@node-rs/argon2", "@node-rs/bcrypt"]) {
      const load = `await import("${name}")`;
      await run(process.execPath, ["--input-type=module", "-e", load], { cwd: packaged });
    }
  });
});

async function linksIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
}
