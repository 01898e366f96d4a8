import { db } from "@/lib/db/client";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";
import type { getOrganizationContract } from "@/lib/organizations/contract";
import { findOrganization } from "@/lib/organizations/repository";
import { serializeOrganization } from "@/lib/organizations/serialize";

type Contract = typeof getOrganizationContract;

/** The caller's organization. */
export async function getOrganization({
  caller,
}: Pick<VerbContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  return { body: serializeOrganization(await findOrganization(db(), caller.organizationId)) };
}
