import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { removeGrantIn } from "@/lib/consent/grants/revoke-grants";
import { transaction } from "@/lib/core/db/client";
import { bool, text, textOrNull, texts } from "@/lib/core/schemas/described";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { companies } from "@/lib/platform/companies/companies";
import {
  type CompanyGrantRow,
  findCompanyGrant,
  listCompanyGrantRows,
} from "@/lib/platform/companies/repository";
import { requireRow, resource } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

const companyGrantSchema = z
  .looseObject({
    client_id: text("The extension.", "6740f1c2a9d34e0b7c51f1aa"),
    name: text("Name of the extension.", "Shipfast"),
    organization_id: text("Its publisher.", "6740f1c2a9d34e0b7c51f0ff"),
    organization_name: text("Name of the publisher.", "Shipfast Labs"),
    publisher_verified: bool("Whether an operator has verified the publisher."),
    scopes: texts("What the extension may do.", ["company/orders/read"]),
    granted_by: textOrNull(
      "The platform's id of who granted it last, or ours; null if unknown.",
      "seller-4711",
    ),
    granted_at: timestamp("When it was first granted."),
    modified_at: timestamp("When it last changed."),
  })
  .meta({ id: "DirectoryCompanyGrant" });

export const companyGrants = resource({
  format: {
    name: "DirectoryCompanyGrant",
    names: "DirectoryCompanyGrants",
    path: `${companies.get.path}/grants`,
    id: "client_id",
    params: companies.get.params.extend({
      client_id: clientIdSchema.meta({ description: "The extension." }),
    }),
    schema: companyGrantSchema,
    query: listQuerySchema,
    key: "client_id",
  },
  noun: "company grant",
  nouns: "company grants",
  read: "directory:read",
  missing:
    "The company has not granted this extension anything. List its grants to see which there are.",
  serialize: ({ client, approver, ...row }: CompanyGrantRow) => ({
    client_id: row.clientId,
    name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    publisher_verified: client.organization.verified,
    scopes: row.scopes,
    granted_by: approver && (approver.externalId ?? approver.id),
    granted_at: row.createdAt.toISOString(),
    modified_at: row.modifiedAt.toISOString(),
  }),
  find: ({ company_id, client_id }) => findCompanyGrant(company_id, client_id),
  list: {
    name: "company-grants",
    first: "",
    description:
      "Lists what the company granted extensions, for the platform's own panel. Removed extensions are not listed.",
    of: companies,
    rows: (after, { limit }, { company_id }) => listCompanyGrantRows(company_id, after, limit),
  },
});

export const removeCompanyGrant = operation({
  id: "removeDirectoryCompanyGrant",
  request: { route: `DELETE ${companyGrants.get.path}`, params: companyGrants.get.params },
  access: platform("directory:write"),
  summary: "Uninstall a company's extension",
  description:
    "Revokes the grant: all of its codes and tokens stop at once, and the extension is notified, as if the seller had removed it.",
  tag: TAG,
  returns: json(companyGrantSchema, "The revoked grant."),
  async run({ params, caller, info }) {
    const { company_id: companyId, client_id: clientId } = params;
    const userId = caller.kind === "operator" ? caller.userId : null;
    const givenBy = { companyId, organizationId: null };
    const row = await transaction(async (tx) => {
      const granted = requireRow(companyGrants, await findCompanyGrant(companyId, clientId, tx));
      await removeGrantIn(tx, { clientId, userId, givenBy }, info);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "grant.revoked",
        target: `client:${clientId}`,
        before: { company_id: companyId, scopes: granted.scopes },
      });
      return granted;
    });
    wakeDeliveryWorker();
    return companyGrants.respond(row, params);
  },
});
