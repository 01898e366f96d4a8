import { z } from "zod";
import { importClient } from "@/lib/clients/import/import-client";
import { clientRecordSchema } from "@/lib/clients/import/schemas";
import { importGrant } from "@/lib/consent/grants/import-grant";
import { grantRecordSchema } from "@/lib/consent/grants/import-schemas";
import { companyFieldsSchema, companyMemberSchemas } from "@/lib/directory/companies/schemas";
import { storeCompany } from "@/lib/directory/companies/store-company";
import { storeCompanyMember } from "@/lib/directory/companies/store-company-member";
import {
  organizationFieldsSchema,
  organizationMemberSchemas,
} from "@/lib/directory/organizations/schemas";
import { storeOrganization } from "@/lib/directory/organizations/store-organization";
import { storeOrganizationMember } from "@/lib/directory/organizations/store-organization-member";
import { scopeFieldsSchema, scopeNameSchema } from "@/lib/directory/scopes/schemas";
import { storeScope } from "@/lib/directory/scopes/store-scope";
import { userFieldsSchema } from "@/lib/directory/users/schemas";
import { storeUser } from "@/lib/directory/users/store-user";
import type { Database } from "@/lib/kernel/db/client";
import type { StoreStatus } from "@/lib/kernel/import-status";
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
import { importAccessToken, importRefreshToken } from "@/lib/oauth/tokens/import-token";

/** A kind of record, and how it is stored. */
export type RecordType = {
  permission: PlatformPermission;
  schema: z.ZodType;
  /** What two records must not share to be stored at the same time. */
  key: (record: unknown) => string;
  store: (tx: Database, record: unknown) => Promise<StoreStatus>;
  /** Whether storing it is a single statement, which needs no transaction around it. */
  isOneStatement: boolean;
};

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
        (await storeCompany(tx, company_id, fields)).status,
      isOneStatement: false,
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
      store: async (tx, { type, company_id, external_id, ...fields }) =>
        (await storeCompanyMember(tx, company_id, external_id, fields)).status,
      isOneStatement: false,
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
        (await storeOrganization(tx, organization_id, fields)).status,
      isOneStatement: false,
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
      store: async (tx, { type, organization_id, external_id, ...fields }) =>
        (await storeOrganizationMember(tx, organization_id, external_id, fields)).status,
      isOneStatement: false,
    }),
  ],
  [
    "scope",
    recordType({
      permission: "scopes:write",
      schema: scopeFieldsSchema.extend({ type: z.literal("scope"), name: scopeNameSchema }),
      key: ({ name }) => name,
      store: async (tx, { type, name, ...fields }) => (await storeScope(tx, name, fields)).status,
      isOneStatement: false,
    }),
  ],
  [
    "user",
    recordType({
      permission: "directory:write",
      schema: userFieldsSchema.extend({ type: z.literal("user"), external_id: externalIdSchema }),
      key: ({ external_id }) => external_id,
      store: async (tx, { type, external_id, ...fields }) =>
        (await storeUser(tx, external_id, fields)).status,
      isOneStatement: false,
    }),
  ],
  [
    "client",
    recordType({
      permission: "extensions:write",
      schema: clientRecordSchema,
      key: ({ client_id }) => client_id,
      store: importClient,
      isOneStatement: false,
    }),
  ],
  [
    "grant",
    recordType({
      permission: "extensions:write",
      schema: grantRecordSchema,
      key: ({ client_id, company_id, organization_id }) =>
        JSON.stringify([client_id, company_id, organization_id]),
      store: importGrant,
      isOneStatement: true,
    }),
  ],
  [
    "refresh_token",
    recordType({
      permission: "extensions:write",
      schema: refreshTokenRecordSchema,
      key: ({ token, token_sha256 }) => `${token} ${token_sha256}`,
      store: importRefreshToken,
      isOneStatement: true,
    }),
  ],
  [
    "access_token",
    recordType({
      permission: "extensions:write",
      schema: accessTokenRecordSchema,
      key: ({ token, token_sha256 }) => `${token} ${token_sha256}`,
      store: importAccessToken,
      isOneStatement: true,
    }),
  ],
]);

// Only a record that this schema parsed is passed to its functions, which TypeScript cannot follow.
function recordType<S extends z.ZodType>(type: {
  permission: PlatformPermission;
  schema: S;
  key: (record: z.output<S>) => string;
  store: (tx: Database, record: z.output<S>) => Promise<StoreStatus>;
  isOneStatement: boolean;
}): RecordType {
  return {
    ...type,
    key: (record) => type.key(record as z.output<S>),
    store: (tx, record) => type.store(tx, record as z.output<S>),
  };
}
