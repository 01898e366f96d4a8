import { z } from "zod";
import type { StoreOutcome } from "@/lib/audit/store-outcome";
import { type ClientImporter, importClient } from "@/lib/clients/import/import-client";
import { clientRecordSchema } from "@/lib/clients/import/schemas";
import { importGrants } from "@/lib/consent/grants/import-grant";
import { grantRecordSchema } from "@/lib/consent/grants/import-schemas";
import type { Database } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import {
  companyIdSchema,
  externalIdSchema,
  organizationIdSchema,
} from "@/lib/core/schemas/id-schema";
import { companies } from "@/lib/platform/companies/company";
import { importCompanies, importCompanyMembers } from "@/lib/platform/companies/import-companies";
import { storeCompany } from "@/lib/platform/companies/put-company";
import { companyFieldsSchema, companyMemberSchemas } from "@/lib/platform/companies/schemas";
import { membersOfCompany, membersOfOrganization } from "@/lib/platform/members/member";
import { storeCompanyMember, storeOrganizationMember } from "@/lib/platform/members/store-member";
import { organizations } from "@/lib/platform/organizations/organization";
import { storeOrganization } from "@/lib/platform/organizations/put-organization";
import {
  organizationFieldsSchema,
  organizationMemberSchemas,
} from "@/lib/platform/organizations/schemas";
import { outcomeOf } from "@/lib/platform/record-stored";
import { storeScope } from "@/lib/platform/scopes/put-scope";
import { scopeFieldsSchema, scopeNameSchema } from "@/lib/platform/scopes/schemas";
import { scopes } from "@/lib/platform/scopes/scope";
import { storeUser } from "@/lib/platform/users/put-user";
import { userFieldsSchema } from "@/lib/platform/users/schemas";
import { users } from "@/lib/platform/users/user";
import {
  accessTokenRecordSchema,
  importAccessTokens,
  importRefreshTokens,
  refreshTokenRecordSchema,
} from "@/lib/protocol/tokens/import-token";

/** A kind of record, and how it is stored. */
export type RecordType = {
  permission: PlatformPermission;
  schema: z.ZodType;
  /** The objects that the record changes. Records that share one cannot be stored in one set. */
  writes: (record: unknown) => readonly string[];
  /** The objects that it depends on. It cannot be stored before an earlier change of one of them. */
  reads: (record: unknown) => readonly string[];
  /** What must exist; the record fails if an earlier one failed to store it. */
  needs: (record: unknown) => readonly string[];
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

/** The kinds of record by their `type`. One that depends on another comes after it, so that sets are stored in this order. */
export const recordTypes: ReadonlyMap<string, RecordType> = new Map(
  Object.entries({
    scope: recordType({
      permission: "scopes:write",
      schema: scopeFieldsSchema.extend({ type: z.literal("scope"), name: scopeNameSchema }),
      writes: ({ name }) => [`scope:${name}`],
      store: async (tx, { type, name, ...fields }) =>
        outcomeOf(scopes, await storeScope(tx, name, fields)),
    }),
    organization: recordType({
      permission: "directory:write",
      schema: organizationFieldsSchema.extend({
        type: z.literal("organization"),
        organization_id: organizationIdSchema,
      }),
      writes: ({ organization_id, company_id }) => [
        `organization:${organization_id}`,
        ...(company_id === undefined ? [] : [`company:${company_id}`]),
      ],
      store: async (tx, { type, organization_id, ...fields }) =>
        outcomeOf(organizations, await storeOrganization(tx, organization_id, fields)),
    }),
    company: recordType({
      permission: "directory:write",
      schema: companyFieldsSchema.extend({
        type: z.literal("company"),
        company_id: companyIdSchema,
      }),
      writes: ({ company_id }) => [`company:${company_id}`],
      store: async (tx, { type, company_id, ...fields }) =>
        outcomeOf(companies, await storeCompany(tx, company_id, fields)),
      storeMany: importCompanies,
    }),
    user: recordType({
      permission: "directory:write",
      schema: userFieldsSchema.extend({ type: z.literal("user"), external_id: externalIdSchema }),
      writes: ({ external_id }) => [`person:${external_id}`],
      store: async (tx, { type, external_id, ...fields }) =>
        outcomeOf(users, await storeUser(tx, external_id, fields)),
    }),
    company_member: recordType({
      permission: "directory:write",
      schema: companyMemberSchemas.fields.extend({
        type: z.literal("company_member"),
        company_id: companyIdSchema,
        external_id: externalIdSchema,
      }),
      writes: ({ external_id }) => [`person:${external_id}`],
      reads: ({ company_id }) => [`company:${company_id}`],
      store: async (tx, { type, company_id, external_id, ...fields }) => {
        const stored = await storeCompanyMember(tx, company_id, external_id, fields);
        return outcomeOf(membersOfCompany(company_id), stored);
      },
      storeMany: importCompanyMembers,
    }),
    organization_member: recordType({
      permission: "directory:write",
      schema: organizationMemberSchemas.fields.extend({
        type: z.literal("organization_member"),
        organization_id: organizationIdSchema,
        external_id: externalIdSchema,
      }),
      writes: ({ external_id }) => [`person:${external_id}`],
      reads: ({ organization_id }) => [`organization:${organization_id}`],
      store: async (tx, { type, organization_id, external_id, ...fields }, by) => {
        const stored = await storeOrganizationMember(tx, organization_id, external_id, fields, by);
        return outcomeOf(membersOfOrganization(organization_id), stored);
      },
    }),
    client: recordType({
      permission: "extensions:write",
      schema: clientRecordSchema,
      writes: ({ client_id }) => [`client:${client_id}`],
      reads: ({ organization_id }) => [`organization:${organization_id}`],
      store: importClient,
    }),
    grant: recordType({
      permission: "extensions:write",
      schema: grantRecordSchema,
      writes: (record) => [grantKey(record)],
      reads: (record) => [`client:${record.client_id}`, subjectKey(record)],
      person: ({ granted_by }) => granted_by,
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importGrants(tx, [record]))[0]),
      storeMany: importGrants,
    }),
    refresh_token: recordType({
      permission: "extensions:write",
      schema: refreshTokenRecordSchema,
      writes: ({ token, token_sha256 }) => [`token:${token} ${token_sha256}`],
      reads: (record) => [`client:${record.client_id}`, grantKey(record)],
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importRefreshTokens(tx, [record]))[0]),
      storeMany: importRefreshTokens,
    }),
    access_token: recordType({
      permission: "extensions:write",
      schema: accessTokenRecordSchema,
      writes: ({ token, token_sha256 }) => [`token:${token} ${token_sha256}`],
      reads: (record) => [`client:${record.client_id}`, grantKey(record)],
      person: ({ external_id }) => external_id,
      givenScopes: ({ scopes }) => scopes,
      store: async (tx, record) => accepted((await importAccessTokens(tx, [record]))[0]),
      storeMany: importAccessTokens,
    }),
  }),
);

type OfSubject = {
  client_id: string;
  company_id?: number | undefined;
  organization_id?: string | undefined;
};

const subjectKey = ({ company_id, organization_id }: OfSubject) =>
  company_id === undefined ? `organization:${organization_id}` : `company:${company_id}`;

const grantKey = (record: OfSubject) => `grant:${record.client_id} ${subjectKey(record)}`;

function accepted(outcome: StoreOutcome | ServiceError | undefined): StoreOutcome {
  if (outcome && "status" in outcome && "entries" in outcome) return outcome;
  throw outcome ?? new Error("The record has no outcome");
}

// Only a record that this schema parsed is passed to its functions, which TypeScript cannot follow.
function recordType<S extends z.ZodType>(type: {
  permission: PlatformPermission;
  schema: S;
  writes: (record: z.output<S>) => readonly string[];
  reads?: (record: z.output<S>) => readonly string[];
  person?: (record: z.output<S>) => string | undefined;
  givenScopes?: (record: z.output<S>) => readonly string[];
  store: (tx: Database, record: z.output<S>, by: Importer) => Promise<StoreOutcome>;
  storeMany?: StoreMany<z.output<S>>;
}): RecordType {
  const { givenScopes, storeMany } = type;
  const reads = (record: z.output<S>) => type.reads?.(record) ?? [];
  return {
    ...type,
    writes: (record) => type.writes(record as z.output<S>),
    reads: (record) => reads(record as z.output<S>),
    needs: (record) => {
      const person = type.person?.(record as z.output<S>);
      const needed = reads(record as z.output<S>);
      return person === undefined ? needed : [...needed, `person:${person}`];
    },
    givenScopes: (record) => givenScopes?.(record as z.output<S>) ?? [],
    store: (tx, record, by) => type.store(tx, record as z.output<S>, by),
    storeMany: storeMany ? (tx, records) => storeMany(tx, records as z.output<S>[]) : null,
  };
}
