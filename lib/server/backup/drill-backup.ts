import { once } from "node:events";
import { createServer } from "node:http";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { verifyInstallation } from "@/lib/audit/walk-chain";
import { writeReceipt } from "@/lib/consent/receipts/receipt";
import { publishReceiptKeys, signReceipt } from "@/lib/consent/receipts/receipt-keys";
import {
  RECEIPT_KEYS_PATH,
  verifySignedReceipt,
} from "@/lib/consent/receipts/verify-signed-receipt";
import { sha256 } from "@/lib/core/crypto/hash";
import { openSecret } from "@/lib/core/crypto/secret-box";
import { newToken } from "@/lib/core/crypto/tokens";
import { freePort, withTemporaryDatabase } from "@/lib/core/db/embedded/start";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { first, sql } from "@/lib/core/db/sql";
import { configureEnv, env } from "@/lib/core/env/env";
import { type EncryptionKey, writeKeyRing } from "@/lib/core/env/key-ring";
import { StartupError } from "@/lib/core/errors";
import { asSubject } from "@/lib/core/subject";
import { log } from "@/lib/core/telemetry/log";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import {
  countRows,
  type Manifest,
  readManifest,
  verifyFiles,
  verifyKeys,
} from "@/lib/server/backup/manifest";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { listAuditHeads } from "@/lib/server/backup/write-backup";
import {
  declaredTables,
  type EncryptedRow,
  listRowsNotUnder,
} from "@/lib/server/maintenance/keys/repository";
import { decrypt } from "@/lib/server/maintenance/keys/rotate-keys";
import { migrateDatabase } from "@/lib/server/open-database";
import { prepareData } from "@/lib/server/prepare-data";

export type Drill = {
  folder: string;
  keys: { ring: readonly EncryptionKey[]; sessionSecrets: readonly string[] };
  /** An empty database for the drill; undefined for an embedded one in a temporary folder. */
  databaseUrl: string | undefined;
  /** A token that worked before the backup. */
  token: string | undefined;
};

/** Reports one check: what was found, or what is wrong. */
type ReportCheck = (isGood: boolean, name: string, sentence: string) => void;

/**
 * Restores a backup in a scratch database, serves it on a loopback port, and checks it. Nothing is sent to anyone.
 * @returns whether every check passed; without good files and keys there is nothing further to check
 */
export async function drillBackup(drill: Drill, report: ReportCheck): Promise<boolean> {
  const { folder, keys } = drill;
  const check = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    try {
      report(true, name, await work());
      return true;
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      report(false, name, error.message);
      return false;
    }
  };
  const manifest = readManifest(folder);
  const isWhole = await check("Files", async () => {
    await verifyFiles(folder, manifest);
    return `${manifest.tables.length} files match their checksums.`;
  });
  const hasKeys = await check("Keys", async () => {
    verifyKeys(manifest, keys.ring);
    return "They are those of the backup.";
  });
  if (!isWhole || !hasKeys) return false;
  return withScratchDatabase(drill.databaseUrl, async (url) => {
    const restored = await check("Restore", () => restore(drill, manifest, url));
    if (!restored) return false;
    const results = [
      await check("Audit logs", () => checkAuditLogs(manifest)),
      await check("Secrets", checkSecrets),
    ];
    await serveEndpoints(async (address) => {
      results.push(
        await check("Receipts", () => checkReceipts(manifest, address)),
        await check("Tokens", () => checkTokens(drill.token, address)),
      );
    });
    return results.every(Boolean);
  });
}

async function withScratchDatabase<T>(
  databaseUrl: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const run = (url: string) => work(url).finally(() => closePool());
  return databaseUrl === undefined ? withTemporaryDatabase(run) : run(databaseUrl);
}

async function restore(
  { folder, keys }: Drill,
  manifest: Manifest,
  databaseUrl: string,
): Promise<string> {
  const port = await freePort();
  const { logLevel } = configureEnv({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: writeKeyRing(keys.ring),
    NEXTAUTH_SECRET: keys.sessionSecrets.join(),
    DEMO: "0",
    LOG_LEVEL: "error",
  });
  log().level = logLevel;
  await closePool();
  configureDatabase(databaseUrl);
  await restoreBackup(folder, manifest, databaseUrl);
  await migrateDatabase({ ownerUrl: databaseUrl });
  await prepareData();
  return `${countRows(manifest)} rows in ${manifest.tables.length} tables, as many as in the manifest.`;
}

async function checkAuditLogs({ audit_heads }: Manifest): Promise<string> {
  let entries = 0;
  for await (const verdict of verifyInstallation()) {
    if (verdict.broken) throw new StartupError(verdict.broken.message);
    entries += verdict.entries;
  }
  const heads = new Map((await listAuditHeads({})).map((head) => [head.log, head]));
  const other = audit_heads.find(({ log, hash }) => heads.get(log)?.hash !== hash);
  if (other) {
    throw new StartupError(
      `The audit log of ${other.log} ends differently than the manifest says: rows were added or removed at its end.`,
    );
  }
  return `${audit_heads.length} logs with ${entries} entries are intact and end as in the manifest.`;
}

/** Decrypts everything, like the service does. */
async function checkSecrets(): Promise<string> {
  let count = 0;
  for (const table of declaredTables) {
    let after: readonly string[] | null = null;
    do {
      const rows: EncryptedRow[] = await listRowsNotUnder(table, {
        keyId: "",
        after,
        limit: 1_000,
      });
      const unreadable = rows.find((row) => decrypt(row, env().encryptionKeys) === null);
      if (unreadable) {
        throw new StartupError(
          `The key "${unreadable.keyId}" does not decrypt a row of ${table.rows} (${unreadable.key.join(" ")}).`,
        );
      }
      count += rows.length;
      after = rows.at(-1)?.key ?? null;
    } while (after !== null);
  }
  return `All ${count} can be decrypted.`;
}

/** What Next would serve. */
const receiptKeys = {
  method: "GET",
  path: RECEIPT_KEYS_PATH,
  handler: publishReceiptKeys,
} as const;

async function serveEndpoints(work: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(
    requestListener(env(), [...endpoints, receiptKeys], (_request, response) =>
      response.writeHead(404).end(),
    ),
  );
  server.listen(env().port, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(env().baseUrl);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

const listGrants = sql<
  { after: string },
  { id: string; clientId: string; companyId: number | null; organizationId: string | null }
>(
  "list-grants-for-receipts",
  { id: "text", clientId: "text", companyId: "int8?", organizationId: "text?" },
  `SELECT id, client_id AS "clientId", company_id AS "companyId", organization_id AS "organizationId"
   FROM grants WHERE id > :after ORDER BY id LIMIT 500`,
);

/** Verifies the history of every grant, and the signature of one receipt. */
async function checkReceipts({ receipt_keys }: Manifest, address: string): Promise<string> {
  const readPublished = async () => (await fetch(`${address}${RECEIPT_KEYS_PATH}`)).json();
  const published = JSON.stringify(await readPublished());
  const missing = receipt_keys.find((id) => !published.includes(`"${id}"`));
  if (missing) {
    throw new StartupError(
      `The key ${missing} that signed receipts is missing from the database: they can no longer be verified.`,
    );
  }
  let count = 0;
  for (let after = ""; ; ) {
    const grants = await listGrants({ after });
    for (const { id, clientId, ...subject } of grants) {
      const receipt = await writeReceipt(asSubject(subject), clientId);
      if (receipt?.verified) count += 1;
      else throw new StartupError(`The history of grant ${id} was changed after it was written.`);
      if (count > 1) continue;
      const signed = await signReceipt(receipt);
      // The first receipt of an installation makes its key.
      const keys = await readPublished();
      const verdict = await verifySignedReceipt(JSON.parse(JSON.stringify(signed)), keys);
      if (!verdict.genuine)
        throw new StartupError(`A new receipt is not genuine: ${verdict.reason}`);
    }
    const last = grants.at(-1);
    if (!last) break;
    after = last.id;
  }
  return `${count} histories are intact, and ${receipt_keys.length} keys for receipts are published.`;
}

const findCredentials = sql<
  { tokenHash: Uint8Array | null },
  { clientId: string; keyId: string; encrypted: Uint8Array }
>(
  "find-client-to-try",
  { clientId: "text", keyId: "text!", encrypted: "bytea!" },
  `SELECT s.client_id AS "clientId", s.encryption_key_id AS "keyId", s.encrypted
   FROM client_secrets s JOIN clients c ON c.client_id = s.client_id
   WHERE s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now()) AND s.encrypted IS NOT NULL
     AND s.secret_hash IS NOT NULL AND c.is_active
     AND (:tokenHash::bytea IS NULL
       OR s.client_id IN (SELECT client_id FROM access_tokens WHERE token_hash = :tokenHash::bytea
         UNION ALL SELECT client_id FROM refresh_tokens WHERE token_hash = :tokenHash::bytea))
   ORDER BY s.last_used_at DESC NULLS LAST LIMIT 1`,
);

/** Introspects a token of before with a client's own secret, as the client would. */
async function checkTokens(token: string | undefined, address: string): Promise<string> {
  const credentials = first(await findCredentials({ tokenHash: token ? sha256(token) : null }));
  if (!credentials && token) {
    throw new StartupError("The token is not in the backup, or its client has no secret to try.");
  }
  if (!credentials) return "There is no client whose secret could be tried.";
  const { clientId, keyId, encrypted } = credentials;
  const secret = openSecret(env().encryptionKeys, { keyId, sealed: encrypted }, clientId);
  const response = await fetch(`${address}${OAUTH_PATH}/oauth/introspect`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ token: token ?? newToken("offline") }),
  });
  if (!response.ok) {
    throw new StartupError(`The secret of client ${clientId} is rejected with ${response.status}.`);
  }
  const { active }: { active?: boolean } = await response.json();
  if (token === undefined) {
    return `A secret of client ${clientId} works. To try a token too, add --token-file.`;
  }
  if (active) return `The token of client ${clientId} works.`;
  throw new StartupError(
    "The token does not work. Was it valid at the time of the backup, and is it still?",
  );
}
