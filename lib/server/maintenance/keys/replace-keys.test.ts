import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { SECRETS } from "@/lib/clients/secrets/paths";
import { signingKey } from "@/lib/consent/grants/receipt-keys";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { configureEnv, env, writeKeyRing } from "@/lib/core/env";
import { storeKeys } from "@/lib/core/generated-keys";
import { type ReplacedKeys, replaceAllKeys } from "@/lib/server/maintenance/keys/replace-keys";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { startAnsweringProcesses } from "@/test/process/answering/answer-in-processes";
import { takeOwnDatabase } from "@/test/process/own-database";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";
import { managementOperations } from "@/test/requests/management-operations";

takeOwnDatabase();

const PATIENCE_MS = 180_000;

it("replaces every key under load without a failed request, in two processes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-keys-"));
  onTestFinished(() => rm(folder, { recursive: true }));
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
  const { clientId, secretId, clientSecret } = await mintClient(organizationId);
  const service = await startAnsweringProcesses(variables);
  onTestFinished(() => service.end());

  const address = (path: string, values: Record<string, string>) =>
    TEST_VARIABLES.BASE_URL + path.replaceAll(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");
  const ids = { organization_id: organizationId, client_id: clientId, secret_id: secretId };
  const headers = {
    cookie: owner.cookie,
    origin: TEST_VARIABLES.BASE_URL,
    "content-type": "application/json",
  };
  const creation = managementOperations.find(({ operation }) => operation.id === "createClient");
  const load = async () => {
    // The second process repeats the response that the first one has encrypted.
    const created = await service.call({
      url: address(COLLECTION_PATH, ids),
      method: "POST",
      headers: { ...headers, "idempotency-key": newId() },
      body: JSON.stringify(creation?.body?.(organization)),
    });
    const revealed = await service.call({
      url: address(`${SECRETS}/{secret_id}/reveal`, ids),
      method: "POST",
      headers,
      body: "{}",
    });
    return { created, revealed };
  };

  configureEnv(variables);
  onTestFinished(() => void configureTestEnv());
  let replaced: ReplacedKeys | undefined;
  const replacing = replaceAllKeys(file, () => {}).then((result) => {
    replaced = result;
  });
  let rounds = 0;
  while (replaced === undefined || rounds < 5) {
    const { created, revealed } = await load();
    expect(created.map(({ status }) => status)).toEqual([201, 201]);
    expect(created[1]).toEqual(created[0]);
    for (const answer of revealed) {
      expect(answer.status).toBe(200);
      expect(answer.body).toContain(clientSecret);
    }
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
}, PATIENCE_MS);
