import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";
import { newExternalId } from "@/test/factories/new-ids";

/** One of everything that the paths of the Directory API name, with as many values as possible: their parameters. */
export async function mintDirectory(): Promise<Record<string, string>> {
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const { clientId } = await mintClient(organizationId);
  await mintGrant(clientId, companyId, ["company/orders/read"]);
  const externalId = newExternalId();
  const email = `${"a".repeat(242)}@example.com`;
  await db().user.create({
    data: {
      id: newId(),
      externalId,
      email,
      firstName: "Asha",
      lastName: "Rao",
      companyMembers: { create: { companyId, role: "staff", source: "directory" } },
      organizationMembers: { create: { organizationId, role: "auditor", source: "directory" } },
    },
  });
  await db().company.update({ where: { id: companyId }, data: { isExternal: true } });
  const name = `company/${newId()}`;
  await db().scope.create({
    data: {
      name,
      title: "Own",
      sentence: "Own.",
      group: "Own",
      access: "view",
      translations: { de: { title: "Eigene" } },
    },
  });
  const requestedBy = `client:${clientId}`;
  await db().scopeApproval.create({ data: { clientId, scope: name, requestedBy } });
  return {
    company_id: String(companyId),
    organization_id: organizationId,
    external_id: encodeURIComponent(externalId),
    client_id: clientId,
    name: encodeURIComponent(name),
    scope: encodeURIComponent(name),
  };
}
