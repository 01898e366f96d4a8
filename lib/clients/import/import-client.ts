import { z } from "zod";
import { type Change, differences, type StoreOutcome, UNCHANGED } from "@/lib/audit/record-change";
import { columnsOf } from "@/lib/clients/columns";
import { META_SCHEMAS, SCOPES_SCHEMAS, schemasWith } from "@/lib/clients/field-schemas";
import { shortName } from "@/lib/clients/field-values";
import {
  changesOf,
  dropProposed,
  findImported,
  findOtherOwners,
  type ImportedClient,
  type ImportedFields,
  insertImported,
  insertSecrets,
  lockImported,
  type StoredSecret,
} from "@/lib/clients/import/repository";
import { lockAnyClient, updateClientRow } from "@/lib/clients/repository";
import { permissionsOf } from "@/lib/clients/require-scope-authority";
import { keepWithinPermissions } from "@/lib/clients/secrets/excess-secrets";
import { lockSecrets } from "@/lib/clients/secrets/repository";
import { auditedFields } from "@/lib/clients/serialize";
import { defaultGrants } from "@/lib/clients/values";
import { narrowGrants } from "@/lib/consent/grants/revoke-grants";
import { readForeignHash } from "@/lib/core/crypto/foreign-hash";
import { newId } from "@/lib/core/crypto/ids";
import { sealClientSecret } from "@/lib/core/crypto/secret-box";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { clientIdSchema, organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { sha256Schema } from "@/lib/core/schemas/sha256-schema";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";

const MAX_SECRETS = 10;
const MAX_SECRET_LENGTH = 1_000;

const secretSchema = z
  .string()
  .min(8, "must have at least 8 characters")
  .max(MAX_SECRET_LENGTH, `must have at most ${MAX_SECRET_LENGTH} characters`);

const foreignHashSchema = z.string().superRefine((text, { addIssue }) => {
  const read = readForeignHash(text);
  if ("problem" in read) addIssue({ code: "custom", message: read.problem });
});

const fields = z.object({
  ...META_SCHEMAS,
  scopes: SCOPES_SCHEMAS.permissions,
  ...schemasWith({ isImported: true }),
});

/** A client that the platform already has. Fields that are absent stay unchanged. */
export const clientRecordSchema = z.strictObject({
  type: z.literal("client"),
  client_id: clientIdSchema,
  organization_id: organizationIdSchema,
  ...fields.partial().shape,
  secret: oneOrMore(secretSchema, MAX_SECRETS).optional(),
  secret_sha256: oneOrMore(sha256Schema, MAX_SECRETS).optional(),
  secret_hash: oneOrMore(foreignHashSchema, MAX_SECRETS).optional(),
});

type ClientRecord = z.output<typeof clientRecordSchema>;

/** One value or an array of up to `max`, read as an array without duplicates. */
function oneOrMore<S extends z.ZodType<string>>(schema: S, max: number) {
  return z
    .preprocess(
      (sent) => (typeof sent === "string" ? [sent] : sent),
      z.array(schema).max(max, `must have at most ${max} values`),
    )
    .transform((values) => [...new Set(values)]);
}

/**
 * Guards a change of a client's scopes by the platform: no one who has seen its secrets gains permissions that they
 * lack, and secrets that it has seen with permissions that it loses are revoked.
 * @throws ServiceError conflict naming the secrets that must be rotated first
 */
export async function keepWithinHolders(
  tx: Database,
  { clientId, organizationId }: { clientId: string; organizationId: string },
  scopes: { before: readonly string[]; after: readonly string[] },
  { actor, info }: Pick<ClientImporter, "actor" | "info">,
): Promise<void> {
  // Most extensions have no permissions, before and after, and need no locks.
  if (permissionsOf([...scopes.before, ...scopes.after]).length === 0) return;
  await lockOrganizations(tx, [organizationId]);
  await lockSecrets({ organizationId, clientId }, tx);
  const before = (await findImported(tx, clientId))?.scopes ?? [];
  const caller = { kind: "platform", organizationId, actor } as const;
  const decision = { caller, info, revokeSecrets: false };
  await keepWithinPermissions(tx, clientId, { before, after: scopes.after }, decision);
}

type ClientKey = { organizationId: string; clientId: string };

type Changes = {
  before: ImportedClient;
  fields: ImportedFields;
  secrets: StoredSecret[];
  by: ClientImporter;
};

export type ClientImporter = {
  actor: string;
  info: Pick<RequestInfo, "ipAddress" | "requestId">;
  /** Whether they may give permissions on organizations (`platform/directory/write`). */
  mayGivePermissions: boolean;
};

/**
 * Stores a client that the platform already has, with its id and secrets, and lists it for every seller. Only adds
 * secrets: the client keeps those it has. @throws ServiceError conflict, not_found, invalid_request, insufficient_scope
 */
export async function importClient(
  tx: Database,
  record: ClientRecord,
  by: ClientImporter,
): Promise<StoreOutcome> {
  const { client_id: clientId, organization_id: organizationId } = record;
  const at = { organizationId, clientId };
  const secrets = secretsOf(record);
  const before = await lockImported(tx, clientId, secrets);
  if (before && before.organizationId !== organizationId) {
    throw new ServiceError("conflict", "This client_id belongs to another organization.");
  }
  if (before?.deletedAt) throw deletedHere();
  if (secrets.length > 0 && (await findOtherOwners(tx, clientId, secrets)) > 0) {
    throw new ServiceError("conflict", "A secret of this record belongs to another client.");
  }
  const fields = fieldsOf(record);
  const entries = before
    ? await changeImported(tx, at, { before, fields, secrets, by })
    : await createImported(tx, at, { fields, secrets });
  if (entries.length === 0) return UNCHANGED;
  // Whoever adds a secret or a redirect URL to a client with permissions gets these permissions, too.
  requireAuthority(by, [...(before?.scopes ?? []), ...(fields.scopes ?? [])]);
  return {
    status: before ? "updated" : "created",
    entries: entries.map((entry) => ({ ...entry, organizationId })),
  };
}

async function createImported(
  tx: Database,
  at: ClientKey,
  { fields, secrets }: { fields: ImportedFields; secrets: StoredSecret[] },
): Promise<Change[]> {
  const { name } = fields;
  if (name === undefined) throw invalid("name is required for a new client.");
  if (secrets.length === 0) {
    throw invalid("secret, secret_sha256, or secret_hash is required for a new client.");
  }
  const grantTypes = fields.grantTypes ?? defaultGrants(fields.scopes ?? []);
  const row = await insertImported(tx, { ...fields, ...at, name, grantTypes });
  await insertSecrets(tx, at.clientId, secrets);
  return [{ action: "client.created", target: `client:${at.clientId}`, after: auditedFields(row) }];
}

async function changeImported(
  tx: Database,
  at: ClientKey,
  { before, fields, secrets, by }: Changes,
): Promise<Change[]> {
  const { organizationId, clientId } = at;
  if (fields.scopes) {
    const scopes = { before: before.scopes, after: fields.scopes };
    await keepWithinHolders(tx, at, scopes, by);
  }
  const secretIds = await insertSecrets(tx, clientId, secrets);
  const secretChanges = secretIds.map((id) => ({
    action: "secret.created",
    target: `secret:${id}`,
    after: { client_id: clientId, name: "imported" },
  }));
  if (!changesOf(before, fields)) return secretChanges;
  const row = await lockAnyClient(tx, organizationId, clientId);
  if (row.deletedAt) throw deletedHere();
  const change = changesOf(row, fields) ?? {};
  await dropProposed(tx, clientId, Object.keys(change));
  const after = await updateClientRow(tx, { ...at, version: row.version }, change);
  if (fields.scopes) await narrowGrants(tx, clientId);
  return [
    ...secretChanges,
    {
      action: "client.updated",
      target: `client:${clientId}`,
      ...differences(auditedFields(row), auditedFields(after)),
    },
  ];
}

function requireAuthority({ mayGivePermissions }: ClientImporter, scopes: readonly string[]): void {
  if (mayGivePermissions || permissionsOf(scopes).length === 0) return;
  throw new ServiceError(
    "insufficient_scope",
    "The client's scopes carry permissions, so this line needs the scope platform/directory/write, too.",
  );
}

function deletedHere(): ServiceError {
  const message = "This client was deleted here. Its id cannot be used again.";
  return new ServiceError("conflict", message);
}

function secretsOf(record: ClientRecord): StoredSecret[] {
  const { client_id, secret = [], secret_sha256 = [], secret_hash = [] } = record;
  const clear = secret.map((text) => ({
    ...sealClientSecret(client_id, text),
    name: "imported",
    foreignHash: null,
  }));
  const clearHashes = new Set(
    clear.map(({ secretHash }) => Buffer.from(secretHash).toString("hex")),
  );
  const hashes = secret_sha256.filter((hash) => !clearHashes.has(hash));
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

function fieldsOf(record: ClientRecord): ImportedFields {
  const scopes = record.scopes && parseScopes(record.scopes).sort();
  return { ...columnsOf(record, shortName), ...(scopes && { scopes }) };
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
