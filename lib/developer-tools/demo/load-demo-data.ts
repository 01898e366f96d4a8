import { randomBytes } from "node:crypto";
import { registerClient } from "@/lib/clients/create-client";
import { type CreateClientInput, createClientSchema } from "@/lib/clients/input-schemas";
import { createServiceKeyFromShell } from "@/lib/clients/service-keys/service-keys";
import { slugOf } from "@/lib/clients/slug";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { serviceScopes } from "@/lib/core/permissions/platform-permissions";
import { type DemoFile, writeDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { demoProducts } from "@/lib/developer-tools/demo/demo-products";
import type { Caller } from "@/lib/operation/access/caller";
import { addMembership } from "@/lib/tenants/membership/set-membership";

const PUBLISHER_COMPANY_ID = 1;
/** Once per installation, so it may take long on a slow machine or with synchronous standbys. */
const MAX_MS = 60_000;
const SELLER_COMPANY_ID = 42;
const EXTENSION_SCOPES = ["company/products/read", "company/orders/read", "company/profile"];
const MANAGEMENT_SCOPES = [
  "organization/clients/read",
  "organization/clients/write",
  "organization/clients/secrets",
];

/** The same for every Latchkey, whose starts on one database wait for each other. */
const DEMO_LOCK = 7_283_946_502;

const lockDemoData = sql<object>(
  "lock-demo-data",
  {},
  `SELECT pg_advisory_xact_lock(${DEMO_LOCK})::text`,
);

/**
 * Fills an empty installation with an organization (owner, admin, developer and a sandbox company), a company (owner
 * and staff member), products, an operator, a client for the sample extension, one for the management API, and service
 * keys. All or nothing; passwords are random and stored in `DATA_DIR/demo.json`.
 * @returns what was loaded, or null if the installation is already in use
 */
export async function loadDemoData(): Promise<DemoFile | null> {
  const people = await makePeople();
  return transaction(async (tx) => {
    await lockDemoData({}, tx);
    if (await tx.user.findFirst({ select: { id: true } })) return null;
    const organization = await insertPublisher(tx, people);
    await insertSeller(tx, people);
    const role = { operatorRole: "operator", operatorSource: "local" } as const;
    await insertUser(tx, { ...people.operator.user, ...role });
    const demo: DemoFile = {
      base_url: env().baseUrl,
      owner: people.owner.login,
      admin: people.admin.login,
      developer: people.developer.login,
      seller: people.seller.login,
      staff: people.staff.login,
      operator: people.operator.login,
      organization_id: organization.organizationId,
      company_id: SELLER_COMPANY_ID,
      ...(await registerClients(tx, organization)),
      platform: await createServiceKeys(tx),
    };
    // Inside the transaction: data without its passwords would be useless.
    writeDemoFile(env().dataDir, demo);
    return demo;
  }, MAX_MS);
}

async function makePeople() {
  const [owner, admin, developer, seller, staff, operator] = await Promise.all([
    makePerson("owner@shipfast.example", "Nia", "Okafor"),
    makePerson("admin@shipfast.example", "Ada", "Nyberg"),
    makePerson("dev@shipfast.example", "Devika", "Rao"),
    makePerson("owner@acme.example", "Olu", "Adeyemi"),
    makePerson("staff@acme.example", "Sam", "Whitfield"),
    makePerson("operator@market.example", "Ines", "Ortega"),
  ]);
  return { owner, admin, developer, seller, staff, operator };
}

async function makePerson(email: string, firstName: string, lastName: string) {
  const password = randomBytes(9).toString("base64url");
  const passwordHash = await hashPassword(password);
  // The addresses belong to the installation itself; they are not real mailboxes.
  const user = { email, passwordHash, firstName, lastName, emailVerifiedAt: new Date() };
  return { login: { email, password }, user };
}

type Person = Awaited<ReturnType<typeof makePerson>>;
type People = Awaited<ReturnType<typeof makePeople>>;

async function insertUser(
  tx: Database,
  user: Person["user"] & { operatorRole?: "operator"; operatorSource?: "local" },
): Promise<string> {
  const id = newId();
  await tx.user.create({ data: { id, ...user }, select: { id: true } });
  return id;
}

async function insertPublisher(tx: Database, people: People): Promise<Caller> {
  const companyId = PUBLISHER_COMPANY_ID;
  await insertCompany(tx, { id: companyId, name: "Shipfast Labs", isSandbox: true }, "SFL");
  const organizationId = newId();
  const organization = { id: organizationId, name: "Shipfast Labs", companyId };
  await tx.organization.create({ data: organization, select: { id: true } });
  const tenant = { kind: "organization", id: organizationId } as const;
  const join = async ({ user }: Person, role: OrganizationRole) => {
    const userId = await insertUser(tx, user);
    await addMembership(tx, { tenant, userId, role, source: "local" });
    return userId;
  };
  await join(people.owner, "owner");
  const userId = await join(people.admin, "admin");
  await join(people.developer, "developer");
  return { kind: "user", organizationId, userId, role: "admin" };
}

async function insertSeller(tx: Database, { seller, staff }: People): Promise<void> {
  const company = { id: SELLER_COMPANY_ID, name: "Acme Retail", isSandbox: false };
  await insertCompany(tx, company, "ACM");
  const tenant = { kind: "company", id: SELLER_COMPANY_ID } as const;
  for (const [{ user }, role] of [
    [seller, "owner"],
    [staff, "staff"],
  ] as const) {
    const userId = await insertUser(tx, user);
    await addMembership(tx, { tenant, userId, role, source: "local" });
  }
}

/** Creates a company, with an id below those of companies created here, and its products, in US dollars. */
async function insertCompany(
  tx: Database,
  company: { id: number; name: string; isSandbox: boolean },
  prefix: string,
): Promise<void> {
  await tx.company.create({ data: company, select: { id: true } });
  const data = demoProducts.map((product, index) => ({
    ...product,
    companyId: company.id,
    currency: "USD",
    slug: slugOf(product.name),
    itemCode: `${prefix}-${String(index + 1).padStart(4, "0")}`,
  }));
  await tx.product.createMany({ data });
}

async function createServiceKeys(tx: Database): Promise<DemoFile["platform"]> {
  const gateway = await createServiceKeyFromShell(tx, {
    name: "Demo gateway",
    scopes: ["platform/gate"],
  });
  const backend = await createServiceKeyFromShell(tx, {
    name: "Demo platform",
    scopes: serviceScopes.filter((scope) => scope !== "platform/gate"),
  });
  return {
    client_id: backend.clientId,
    client_secret: backend.clientSecret,
    token_url: `${env().clusterUrl}/service/panel/authentication/v1.0/platform/oauth/token`,
    gate_key: gateway.clientSecret,
  };
}

async function registerClients(
  tx: Database,
  caller: Caller,
): Promise<Pick<DemoFile, "extension" | "management">> {
  const info = { requestId: newId(), ipAddress: null, userAgent: null };
  const register = async (input: CreateClientInput) => {
    const { row, secret } = await registerClient(tx, caller, info, createClientSchema.parse(input));
    return { client_id: row.clientId, client_secret: secret };
  };
  const baseUrl = env().sampleExtensionUrl;
  const extension = await register({
    meta: {
      name: "Shipfast",
      description: "Ships what you sell: the sample extension, on the unmodified SDK.",
      tags: ["sample"],
    },
    scopes: { type: "company", permissions: EXTENSION_SCOPES },
    base_url: baseUrl,
    redirect_urls: [`${baseUrl}/fp/auth`],
  });
  const { client_id: clientId } = extension;
  const data = { listing: "listed" } as const;
  await tx.client.update({ where: { clientId }, data, select: { clientId: true } });
  const management = await register({
    meta: {
      name: "Deploy pipeline",
      description: "Manages clients through the API.",
      tags: ["ci"],
    },
    scopes: { type: "organization", permissions: MANAGEMENT_SCOPES },
    grants: ["client_credentials"],
    client_type: "partner",
  });
  return { extension: { ...extension, base_url: baseUrl }, management };
}
