import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { signingKey } from "@/lib/consent/receipts/receipt-keys";
import { storeKeys } from "@/lib/core/crypto/generated-keys";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { configureEnv, env } from "@/lib/core/env/env";
import { writeKeyRing } from "@/lib/core/env/key-ring";
import { type ReplacedKeys, replaceAllKeys } from "@/lib/server/maintenance/keys/rotate-keys";
import { mintOrganization } from "@/test/factories/mint";
import { startAnsweringProcesses } from "@/test/process/answering/answer-in-processes";
import { createFolder } from "@/test/process/create-folder";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";
import { managementOperations } from "@/test/requests/management-operations";

takeOwnDatabase();

const PATIENCE_MS = 180_000;

it(
  "replaces every key under load without a failed request, in two processes",
  async () => {
    const folder = await createFolder();
    const [key] = env().encryptionKeys;
    storeKeys(folder, {
      encryptionKeys: writeKeyRing([key]),
      nextauthSecret: env().sessionSecrets[0],
    });
    const file = join(folder, "keys.json");
    const variables = {
      ...TEST_VARIABLES,
      ENCRYPTION_KEYS: "",
      NEXTAUTH_SECRET: "",
      KEYS_FILE: file,
      DATABASE_URL: pool().options.connectionString ?? "",
    };
    const organization = await mintOrganization();
    const { organizationId, owner } = organization;
    const service = await startAnsweringProcesses(variables);
    onTestFinished(() => service.end());

    const creation = managementOperations.find(({ operation }) => operation.id === "createClient");
    // The second process repeats the response that the first one has encrypted.
    const create = (key: string, body: string) =>
      service.call({
        url: `${TEST_VARIABLES.BASE_URL}${COLLECTION_PATH}`.replace(
          "{organization_id}",
          organizationId,
        ),
        method: "POST",
        headers: {
          cookie: owner.cookie,
          origin: TEST_VARIABLES.BASE_URL,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body,
      });
    const [earlyKey, earlyBody] = [newId(), JSON.stringify(creation?.body?.(organization))];
    const early = await create(earlyKey, earlyBody);
    expect(early.map(({ status }) => status)).toEqual([201, 201]);

    configureEnv(variables);
    onTestFinished(() => void configureTestEnv());
    let replaced: ReplacedKeys | undefined;
    const replacing = replaceAllKeys(file, () => {}).then((result) => {
      replaced = result;
    });
    let rounds = 0;
    while (replaced === undefined || rounds < 5) {
      const created = await create(newId(), JSON.stringify(creation?.body?.(organization)));
      expect(created.map(({ status }) => status)).toEqual([201, 201]);
      expect(created[1]).toEqual(created[0]);
      expect(await create(earlyKey, earlyBody)).toEqual(early);
      rounds += 1;
    }
    await replacing;

    const stored = JSON.parse(await readFile(file, "utf8"));
    expect(stored.encryption_keys).not.toContain(`${key.id}:`);
    expect(stored.nextauth_secret.split(",")).toHaveLength(2);
    expect(replaced.remaining).toBe(0);
    expect((await signingKey()).keyId).toBe(replaced.receiptKeyId);
    const { rows } = await pool().query(
      "SELECT DISTINCT encryption_key_id AS id FROM client_secrets",
    );
    expect(rows).toEqual([{ id: stored.encryption_keys.split(":")[0] }]);
  },
  PATIENCE_MS,
);
