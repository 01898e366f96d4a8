import type { OperationContext } from "@/lib/access/operation-context";
import { db } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import type { getOrganizationContract } from "@/lib/organizations/contract";
import { findOrganization } from "@/lib/organizations/repository";
import { serializeOrganization } from "@/lib/organizations/serialize";

type Contract = typeof getOrganizationContract;

/** Returns the caller's organization. */
export async function getOrganization({
  caller,
}: Pick<OperationContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  return { body: serializeOrganization(await findOrganization(db(), caller.organizationId)) };
}
