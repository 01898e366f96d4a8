import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, watch } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { takeOwnDatabase } from "@/test/process/own-database";

takeOwnDatabase();

const TOKENS = 5_000;
const PATIENCE_MS = 90_000;
const SCOPES = ["company/products/read"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-import-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs latchkey import; ends it with kill -9 once it has kept its progress, if told to. */
async function runImport(file: string, { kill }: { kill: boolean }) {
  const [row] = await db().$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  const address = new URL(inject("databaseUrl"));
  address.pathname = `/${row?.name}`;
  const ring = env().encryptionKeys.map(({ id, key }) => `${id}:${key.toString("base64")}`);
  const child = spawn(process.execPath, ["scripts/latchkey.mjs", "import", file], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DATABASE_URL: address.href,
      DATA_DIR: env().dataDir,
      ENCRYPTION_KEYS: ring.join(),
      NEXTAUTH_SECRET: env().sessionSecrets[0],
    },
  });
  const watcher = kill
    ? watch(folder, (_, name) => {
        if (name?.endsWith(".progress.json")) child.kill("SIGKILL");
      })
    : null;
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  const [code] = await once(child, "close");
  watcher?.close();
  return { code, output };
}

it(
  "latchkey import resumes after kill -9 where it stopped, and writes failed lines to a file",
  async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const of = { client_id: "legacy-extension", company_id: companyId, scopes: SCOPES };
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const client = { client_id: of.client_id, organization_id: organizationId, scopes: SCOPES };
    const lines = [
      { type: "client", ...client, name: "Legacy", secret: "an old secret" },
      { type: "grant", ...of },
      ...Array.from({ length: TOKENS }, (_, index) => ({
        type: "refresh_token",
        ...of,
        token: `old-token-${index}`,
        expires_at,
      })),
      { type: "grant", ...of, company_id: 1 },
    ];
    const file = join(folder, "records.ndjson");
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

    expect((await runImport(file, { kill: true })).code).toBeNull();
    const done = await db().refreshToken.count();
    expect(done).toBeLessThan(TOKENS);

    const { code, output } = await runImport(file, { kill: false });
    expect(code).toBe(1);
    expect(output).toContain(`${(TOKENS + 3).toLocaleString("en-GB")} lines gave`);
    expect(output).toContain("1 failed");
    expect(await db().refreshToken.count()).toBe(TOKENS);
    expect(existsSync(`${file}.progress.json`)).toBe(false);
    const errors = readFileSync(`${file}.errors.ndjson`, "utf8").trim().split("\n");
    expect(errors.map((line) => JSON.parse(line))).toEqual([
      {
        line: TOKENS + 3,
        status: "failed",
        type: "grant",
        client_id: of.client_id,
        company_id: 1,
        error: expect.stringContaining("company 1"),
      },
    ]);
  },
  PATIENCE_MS,
);
