import { defaultGrants } from "@/lib/clients/field-values";
import { keepWithinHolders } from "@/lib/clients/import/keep-within-holders";
import {
  findOtherOwners,
  type ImportedClient,
  insertImported,
  insertSecrets,
  lockImported,
  type StoredSecret,
  updateImported,
} from "@/lib/clients/import/repository";
import type { ClientRecord } from "@/lib/clients/import/schemas";
import { narrowGrants } from "@/lib/consent/grants/narrow-grants";
import { newId } from "@/lib/kernel/crypto/ids";
import { sealClientSecret } from "@/lib/kernel/crypto/seal-client-secret";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { StoreStatus } from "@/lib/kernel/import-status";
import { parseScopes } from "@/lib/scopes/parse-scopes";

/**
 * Stores a client that the platform already has, with the id and secrets it already uses. It is listed for every
 * seller. Secrets are only ever added: a client keeps those that it has here.
 * @throws ServiceError conflict if its id or a secret belongs to another owner, it was deleted here, or someone who has
 * seen a secret lacks a permission that it gains; not_found for an unknown organization; invalid_request without a name
 * or secret for a new client
 */
export async function importClient(tx: Database, record: ClientRecord): Promise<StoreStatus> {
  const { client_id: clientId, organization_id: organizationId } = record;
  const secrets = secretsOf(record);
  const before = await lockImported(tx, clientId, secrets);
  if (before) requireSameOwner(before, record);
  await requireFreeSecrets(tx, clientId, secrets);
  const fields = fieldsOf(record);
  if (before) {
    if (fields.scopes) {
      const scopes = { before: before.scopes, after: fields.scopes };
      await keepWithinHolders(tx, { clientId, organizationId }, scopes);
    }
    const added = await insertSecrets(tx, clientId, secrets);
    const changed = await updateImported(tx, { clientId, organizationId }, before, fields);
    if (changed && fields.scopes) await narrowGrants(tx, clientId);
    return added > 0 || changed ? "updated" : "unchanged";
  }
  const { name } = fields;
  if (name === undefined) throw invalid("name is required for a new client.");
  if (secrets.length === 0) {
    throw invalid("secret, secret_sha256, or secret_hash is required for a new client.");
  }
  const grantTypes = fields.grantTypes ?? defaultGrants(fields.scopes ?? []);
  await insertImported(tx, { ...fields, clientId, organizationId, name, grantTypes });
  await insertSecrets(tx, clientId, secrets);
  return "created";
}

function requireSameOwner(before: ImportedClient, record: ClientRecord): void {
  if (before.organizationId !== record.organization_id) {
    throw new ServiceError("conflict", "This client_id belongs to another organization.");
  }
  if (before.deletedAt) {
    throw new ServiceError(
      "conflict",
      "This client was deleted here. Its id cannot be used again.",
    );
  }
}

async function requireFreeSecrets(
  tx: Database,
  clientId: string,
  secrets: readonly StoredSecret[],
): Promise<void> {
  if (secrets.length > 0 && (await findOtherOwners(tx, clientId, secrets)) > 0) {
    throw new ServiceError("conflict", "A secret of this record belongs to another client.");
  }
}

function secretsOf(record: ClientRecord): StoredSecret[] {
  const { client_id, secret = [], secret_sha256 = [], secret_hash = [] } = record;
  const clear = secret.map((text) => ({
    ...sealClientSecret(client_id, text),
    name: "imported",
    foreignHash: null,
  }));
  const known = new Set(clear.map(({ secretHash }) => Buffer.from(secretHash).toString("hex")));
  const hashes = secret_sha256.filter((hash) => !known.has(hash));
  return [
    ...clear,
    ...hashes.map((hash) => ofHash({ secretHash: new Uint8Array(Buffer.from(hash, "hex")) })),
    ...secret_hash.map((foreignHash) => ofHash({ foreignHash })),
  ];
}

function ofHash(hash: Partial<Pick<StoredSecret, "secretHash" | "foreignHash">>): StoredSecret {
  return {
    id: newId(),
    name: "imported",
    secretHash: null,
    foreignHash: null,
    encrypted: null,
    encryptionKeyId: null,
    lastFour: "",
    ...hash,
  };
}

function fieldsOf(record: ClientRecord) {
  return {
    name: record.name,
    description: record.description,
    tags: record.tags,
    clientType: record.client_type,
    scopes: record.scopes && parseScopes(record.scopes).sort(),
    grantTypes: record.grants,
    redirectUrls: record.redirect_urls,
    baseUrl: record.base_url,
    accessTokenLifetime: record.access_token_lifetime,
    refreshTokenLifetime: record.refresh_token_lifetime,
    refreshRotation: record.refresh_rotation,
    requirePkce: record.require_pkce,
    isActive: record.is_active,
  };
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
