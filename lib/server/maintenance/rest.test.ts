import { beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import { BATCH_ROWS } from "@/lib/server/maintenance/repository";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";

// Clean-up affects every expired row, including those of other tests.
takeOwnDatabase();

/** How long each batch takes, at least. */
const BATCH_MS = 100;

beforeAll(() =>
  asOwner((owner) =>
    owner.query(`CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(${BATCH_MS / 1000}); RETURN NULL; END $$;
      CREATE TRIGGER delay BEFORE DELETE ON authorization_requests
        FOR EACH STATEMENT EXECUTE FUNCTION delay()`),
  ),
);

it("rests four times as long as a batch took before the next one", async () => {
  const { client, companyId } = await mintInstallation();
  await pool().query(
    `INSERT INTO authorization_requests (id, client_id, company_id, redirect_uri, expires_at)
     SELECT $2 || n, $1, $4, '', now() - interval '2 days'
     FROM generate_series(1, $3::int) AS n`,
    [client.clientId, newId(), 2 * BATCH_ROWS, companyId],
  );
  const begin = performance.now();
  const deleted = await cleanUp(new AbortController().signal);
  expect(deleted).toEqual({ authorization_requests: 2 * BATCH_ROWS });
  // Two full batches, each followed by a rest.
  expect(performance.now() - begin).toBeGreaterThanOrEqual(2 * 5 * BATCH_MS);
});
