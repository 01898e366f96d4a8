import { Client } from "pg";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { db } from "@/lib/core/db/client";
import { runningDatabaseUrl } from "@/lib/core/db/embedded/postmaster";
import { browserHeaders, mintOrganization } from "@/test/factories/mint";
import { expect, test } from "@/test/process/process-test";
import { connectServerDatabase } from "@/test/process/server-database";

const CANCEL_BLOCKED = `
  SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`;

test("a page whose statement the database ends gets 503 with Retry-After, and a line in the log", async ({
  instance,
  startServer,
}) => {
  const server = await startServer();
  const close = connectServerDatabase(instance);
  const { organizationId, owner } = await mintOrganization();
  const { databasePassword } = generatedKeys(instance.dataDir);
  const locker = new Client(runningDatabaseUrl(instance.dataDir, databasePassword) ?? "");
  await locker.connect();
  await locker.query("BEGIN");
  await locker.query("LOCK TABLE organization_members IN ACCESS EXCLUSIVE MODE");
  let isAnswered = false;
  const url = `${instance.baseUrl}/organization/${organizationId}/members`;
  const page = fetch(url, { headers: browserHeaders(owner) }).finally(() => {
    isAnswered = true;
  });
  // The page and its frame read at the same time, so several statements may wait.
  while (!isAnswered) await db().$queryRawUnsafe(CANCEL_BLOCKED);
  const { status, headers } = await page;
  await locker.end();
  await close();
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  const outages = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes('"msg":"database outage"'));
  // The log's lines arrive after the response.
  await expect
    .poll(() => outages().join("\n"))
    .toContain(`"request_id":"${headers.get("x-request-id")}"`);
});
