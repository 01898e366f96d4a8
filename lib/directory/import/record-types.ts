import { z } from "zod";
import type { StoreOutcome } from "@/lib/audit/store-outcome";
import { type ClientImporter, importClient } from "@/lib/clients/import/import-client";
import { clientRecordSchema } from "@/lib/clients/import/schemas";
import { importGrants } from "@/lib/consent/grants/import-grant";
import { grantRecordSchema } from "@/lib/consent/grants/import-schemas";
import { importCompanies } from "@/lib/directory/companies/import-companies";
import { importCompanyMembers } from "@/lib/directory/companies/import-company-members";
import { companyFieldsSchema, companyMemberSchemas } from "@/lib/directory/companies/schemas";
import { auditedCompany } from "@/lib/directory/companies/serialize";
import { storeCompany } from "@/lib/directory/companies/store-company";
import { storeCompanyMember } from "@/lib/directory/companies/store-company-member";
import { auditedMember, memberRecord } from "@/lib/directory/members/serialize";
import {
  organizationFieldsSchema,
  organizationMemberSchemas,
} from "@/lib/directory/organizations/schemas";
import { auditedOrganization } from "@/lib/directory/organizations/serialize";
import { storeOrganization } from "@/lib/directory/organizations/store-organization";
import { storeOrganizationMember } from "@/lib/directory/organizations/store-organization-member";
import { outcomeOf } from "@/lib/directory/record-stored";
import { scopeFieldsSchema, scopeNameSchema } from "@/lib/directory/scopes/schemas";
import { auditedScope } from "@/lib/directory/scopes/serialize";
import { storeScope } from "@/lib/directory/scopes/store-scope";
import { userFieldsSchema } from "@/lib/directory/users/schemas";
import { auditedUser } from "@/lib/directory/users/serialize";
import { storeUser } from "@/lib/directory/users/store-user";
import type { Database } from "@/lib/kernel/db/client";
import type { ServiceError } from "@/lib/kernel/errors";
import type { PlatformPermission } from "@/lib/kernel/platform-permissions";
import {
  companyIdSchema,
  externalIdSchema,
  organizationIdSchema,
} from "@/lib/kernel/schemas/id-schema";
import {
  accessTokenRecordSchema,
  refreshTokenRecordSchema,
} from "@/lib/oauth/tokens/import-schemas";
import { importAccessTokens, importRefreshTokens } from "@/lib/oauth/tokens/import-token";

/** A kind of record, and how it is stored. */
export type RecordType = {
  permission: PlatformPermission;
  schema: z.ZodType;
  /** What two records must not share to be stored at the same time. */
  key: (record: unknown) => string;
  /** Scopes that the record gives a client for a company or organization; most records give none. */
  givenScopes: (record: unknown) => readonly string[];
  /** Stores one record, in a transaction. */
  store: (tx: Database, record: unknown, by: Importer) => Promise<StoreOutcome>;
  /**
   * Stores records that share no key, each entirely or not at all. An outcome of null leaves a record to `store`; null
   * instead of a function leaves all.
   */
  storeMany: StoreMany<unknown> | null;
};

/** Who imports. */
export type Importer = ClientImporter;

/** What became of a record; null if it was left alone. */
export type Outcome = StoreOutcome | ServiceError | null;

type StoreMany<Record> = (tx: Database, records: readonly Record[]) => Promise<Outcome[]>;

/** The kinds of record by their `type`. */
export const recordTypes: ReadonlyMap<string, RecordType> = new Map([
  [
    "company",
    recordType({
      permission: "directory:write",
      schema: companyFieldsSchema.extend({
        type: z.literal("company"),
        company_id: companyIdSchema,
      }),
      key: ({ company_id }) => String(company_id),
      store: async (tx, { type, company_id, ...fields }) =>
        outcomeOf(
          {
            kind: "company",
            target: `company:${company_id}`,
            stored: await storeCompany(tx, company_id, fields),
          },
          auditedCompany,
        ),
      storeMany: importCompanies,
    }),
  ],
  [
    "company_member",
    recordType({
      permission: "directory:write",
      schema: companyMemberSchemas.fields.extend({
        type: z.literal("company_member"),
        company_id: companyIdSchema,
        external_id: externalIdSchema,
      }),
      key: ({ external_id }) => external_id,
      store: async (tx, { type, company_id, external_id, ...fields }) => {
        const stored = await storeCompanyMember(tx, company_id, external_id, fields);
        return outcomeOf(memberRecord({ kind: "company", id: company_id }, stored), auditedMember);
      },
      storeMany: importCompanyMembers,
    }),
  ],
  [
    "organization",
    recordType({
      permission: "directory:write",
      schema: organizationFieldsSchema.extend({
        type: z.literal("organization"),
        organization_id: organizationIdSchema,
      }),
      key: ({ organization_id }) => organization_id,
      store: async (tx, { type, organization_id, ...fields }) =>
        outcomeOf(
          {
            kind: "organization",
            target: `organization:${organization_id}`,
            stored: await storeOrganization(tx, organization_id, fields),
            organizationId: organization_id,
          },
          auditedOrganization,
        ),
      storeMany: null,
    }),
  ],
  [
    "organization_member",
    recordType({
      permission: "directory:write",
      schema: organizationMemberSchemas.fields.extend({
        type: z.literal("organization_member"),
        organization_id: organizationIdSchema,
        external_id: externalIdSchema,
      }),
      key: ({ external_id }) => external_id,
      store: async (tx, { type, organization_id, external_id, ...fields }, by) => {
        const stored = await storeOrganizationMember(tx, organization_id, external_id, fields, by);
        const of = { kind: "organization", id: organization_id } as const;
        return outcomeOf(memberRecord(of, stored), auditedMember);
      },
      storeMany: null,
    }),
  ],
  [
    "scope",
    recordType({
      permission: "scopes:write",
      schema: scopeFieldsSchema.extend({ type: z.literal("scope"), name: scopeNameSchema }),
      key: ({ name }) => name,
      store: async (tx, { type, name, ...fields }) =>
        outcomeOf(
          { kind: "scope", target: `scope:${name}`, stored: await storeScope(tx, name, fields) },
          auditedScope,
        ),
      storeMany: null,
    }),
  ],
  [
    "user",
    recordType({
      permission: "directory:write",
      schema: userFieldsSchema.extend({ type: z.literal("user"), external_id: externalIdSchema }),
      key: ({ external_id }) => external_id,
      store: async (tx, { type, external_id, ...fields }) => {
        const stored = await storeUser(tx, external_id, fields);
        return outcomeOf({ kind: "user", target: `user:${stored.row.id}`, stored }, auditedUser);
      },
      storeMany: null,
    }),
  ],
  [
    "client",
    recordType({
      permission: "extensions:write",
      schema: clientRecordSchema,
      key: ({ client_id }) => client_id,
      store: importClient,
      storeMany: null,
    }),
  ],
  [
    "grant",
    recordType({
      permission: "extensions:write",
      schema: grantRecordSchema,
      key: ({ client_id, company_id, organization_id }) =>
        JSON.stringify([client_id, company_id, organization_id]),
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importGrants(tx, [record]))[0]),
      storeMany: importGrants,
    }),
  ],
  [
    "refresh_token",
    recordType({
      permission: "extensions:write",
      schema: refreshTokenRecordSchema,
      key: ({ token, token_sha256 }) => `${token} ${token_sha256}`,
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importRefreshTokens(tx, [record]))[0]),
      storeMany: importRefreshTokens,
    }),
  ],
  [
    "access_token",
    recordType({
      permission: "extensions:write",
      schema: accessTokenRecordSchema,
      key: ({ token, token_sha256 }) => `${token} ${token_sha256}`,
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importAccessTokens(tx, [record]))[0]),
      storeMany: importAccessTokens,
    }),
  ],
]);

function accepted(outcome: StoreOutcome | ServiceError | undefined): StoreOutcome {
  if (outcome && "status" in outcome && "entries" in outcome) return outcome;
  throw outcome ?? new Error("The record has no outcome");
}

// Only a record that this schema parsed is passed to its functions, which TypeScript cannot follow.
function recordType<S extends z.ZodType>(type: {
  permission: PlatformPermission;
  schema: S;
  key: (record: z.output<S>) => string;
  givenScopes?: (record: z.output<S>) => readonly string[];
  store: (tx: Database, record: z.output<S>, by: Importer) => Promise<StoreOutcome>;
  storeMany: StoreMany<z.output<S>> | null;
}): RecordType {
  const { givenScopes, storeMany } = type;
  return {
    ...type,
    key: (record) => type.key(record as z.output<S>),
    givenScopes: (record) => givenScopes?.(record as z.output<S>) ?? [],
    store: (tx, record, by) => type.store(tx, record as z.output<S>, by),
    storeMany: storeMany && ((tx, records) => storeMany(tx, records as z.output<S>[])),
  };
}
