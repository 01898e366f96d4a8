import { db } from "@/lib/core/db/client";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

const CLIENTS = 50;
const COMPANIES = 200;
const SCOPES = ["company/orders/read", "company/products/read"];
/** The name of the client whose pages are timed. */
const BUSIEST = "Busiest";

/** Whose calls are in the log. */
export interface CallOwners {
  readonly clientIds: readonly string[];
  /** Who acts for the client at the same place. */
  readonly systemUserIds: readonly string[];
  readonly companyIds: readonly number[];
}

/**
 * An organization with 50 clients, and 200 companies. Each company has granted the first client scopes, and the first
 * company all clients.
 */
export async function seedOwners(): Promise<CallOwners> {
  const { organizationId } = await mintOrganization();
  const clients = [];
  for (let n = 0; n < CLIENTS; n += 1) {
    const name = n === 0 ? BUSIEST : `Extension ${n}`;
    clients.push(await mintClient(organizationId, { name, scopes: SCOPES }));
  }
  const companyIds: number[] = [];
  for (let n = 0; n < COMPANIES; n += 1) {
    const { companyId } = await mintCompany();
    const installed = n === 0 ? clients : clients.slice(0, 1);
    for (const { clientId } of installed) await mintGrant(clientId, companyId, SCOPES);
    companyIds.push(companyId);
  }
  return {
    clientIds: clients.map(({ clientId }) => clientId),
    systemUserIds: clients.map(({ systemUserId }) => systemUserId),
    companyIds,
  };
}

/** Whose pages are timed, and who opens them. */
export interface CallReaders {
  readonly organizationId: string;
  readonly clientId: string;
  readonly companyId: number;
  /** Cookies of newly signed-in people. */
  readonly member: string;
  readonly seller: string;
  readonly operator: string;
}

/** Signs in people who may read the log of the busiest client and of its first company. */
export async function signInReaders(): Promise<CallReaders> {
  const { clientId, organizationId } = await db().client.findFirstOrThrow({
    where: { name: BUSIEST },
    select: { clientId: true, organizationId: true },
  });
  const grant = await db().grant.findFirstOrThrow({
    where: { clientId, companyId: { not: null } },
    orderBy: { companyId: "asc" },
    select: { companyId: true },
  });
  if (grant.companyId === null) throw new Error("The first grant names no company");
  const { companyId } = grant;
  const member = await mintMember(organizationId, "owner");
  const seller = await mintCompanyMember(companyId, "owner");
  const operator = await mintOperator();
  return {
    organizationId,
    clientId,
    companyId,
    member: member.cookie,
    seller: seller.cookie,
    operator: operator.cookie,
  };
}
