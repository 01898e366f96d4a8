import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { DemoProduct } from "@/lib/developer-tools/demo/demo-products";

/** A person to create. */
export type NewUser = { email: string; passwordHash: string; firstName: string; lastName: string };

/** An arbitrary number, the same for every Latchkey. */
const DEMO_LOCK = 7_283_946_502;

const lock = sql<{ lock: number }>(
  "lock-demo-data",
  {},
  "SELECT pg_advisory_xact_lock(:lock::bigint)::text",
);

/** Serializes the loading of demo data between starts on one database, until `tx` ends. */
export async function lockDemoData(tx: Database): Promise<void> {
  await lock({ lock: DEMO_LOCK }, tx);
}

/** Whether the installation is still empty. */
export async function isEmpty(tx: Database): Promise<boolean> {
  const someone = await tx.user.findFirst({ select: { id: true } });
  return someone === null;
}

/** Creates a person and returns their id. */
export async function insertUser(tx: Database, user: NewUser): Promise<string> {
  const id = newId();
  await tx.user.create({ data: { id, ...user }, select: { id: true } });
  return id;
}

/** Creates an operator. */
export async function insertOperator(tx: Database, user: NewUser): Promise<void> {
  const operator = { operatorRole: "operator", operatorSource: "local" } as const;
  await tx.user.create({ data: { id: newId(), ...user, ...operator }, select: { id: true } });
}

/** Creates a company with an id below those of companies created here. */
export async function insertCompany(
  tx: Database,
  company: { id: number; name: string; isSandbox: boolean },
): Promise<void> {
  await tx.company.create({ data: company, select: { id: true } });
}

/** Creates an organization and returns its id. */
export async function insertOrganization(
  tx: Database,
  organization: { name: string; companyId: number },
): Promise<string> {
  const id = newId();
  await tx.organization.create({ data: { id, ...organization }, select: { id: true } });
  return id;
}

/** Creates the products of a company, in US dollars. */
export async function insertProducts(
  tx: Database,
  companyId: number,
  products: readonly (DemoProduct & { slug: string; itemCode: string })[],
): Promise<void> {
  await tx.product.createMany({
    data: products.map((product) => ({ companyId, currency: "USD", ...product })),
  });
}

/** Lists a client, so that every seller sees it. */
export async function listClient(tx: Database, clientId: string): Promise<void> {
  const data = { listing: "listed" } as const;
  await tx.client.update({ where: { clientId }, data, select: { clientId: true } });
}
