import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { expect, inject, it } from "vitest";
import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { takeOwnDatabase } from "@/test/process/own-database";

takeOwnDatabase();

const SECRETS = 1_500;
const PATIENCE_MS = 120_000;
const newKey = `next:${randomBytes(32).toString("base64")}`;

async function rotate({ killAtFirstLine }: { killAtFirstLine: boolean }) {
  const [row] = await db().$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  const address = new URL(inject("databaseUrl"));
  address.pathname = `/${row?.name}`;
  const ring = env().encryptionKeys.map(({ id, key }) => `${id}:${key.toString("base64")}`);
  const child = spawn(process.execPath, ["scripts/latchkey.mjs", "keys", "rotate"], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DATABASE_URL: address.href,
      DATA_DIR: env().dataDir,
      ENCRYPTION_KEYS: [newKey, ...ring].join(),
      NEXTAUTH_SECRET: env().sessionSecrets[0],
    },
  });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
    if (killAtFirstLine) child.kill("SIGKILL");
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

it(
  "latchkey keys rotate resumes after kill -9 and lists the keys no longer needed",
  async () => {
    const { organizationId } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const stored = Array.from({ length: SECRETS }, () => newSecretMaterial(clientId).stored);
    await db().clientSecret.createMany({
      data: stored.map((secret) => ({ ...secret, clientId, name: "one of many" })),
    });

    // The last secret stays locked, so that the command cannot be done before it is killed.
    const { code: killedCode } = await db().$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM client_secrets ORDER BY id DESC LIMIT 1 FOR UPDATE`;
        return rotate({ killAtFirstLine: true });
      },
      { timeout: PATIENCE_MS },
    );
    expect(killedCode).toBeNull();
    const done = await db().clientSecret.count({ where: { encryptionKeyId: "next" } });
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(SECRETS);

    const { code, output } = await rotate({ killAtFirstLine: false });
    expect(output).toContain(`of ${SECRETS + 1 - done}\n`);
    expect(output).toContain(
      'All stored secrets are encrypted under the key "next". ENCRYPTION_KEYS no longer',
    );
    expect(code).toBe(0);
    expect(await db().clientSecret.count({ where: { encryptionKeyId: { not: "next" } } })).toBe(0);
  },
  PATIENCE_MS,
);
