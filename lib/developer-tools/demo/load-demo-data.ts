import { randomBytes } from "node:crypto";
import { type CreateClientInput, createClientSchema } from "@/lib/clients/input-schemas";
import { createServiceKeyFromShell } from "@/lib/clients/service-keys/service-keys";
import { slugOf } from "@/lib/clients/slug";
import { registerClient } from "@/lib/clients/write-clients";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { serviceScopes } from "@/lib/core/permissions/platform-permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import { type DemoFile, type DemoLogin, writeDemoFile } from "@/lib/developer-tools/demo/demo-file";
import type { Caller } from "@/lib/operation/access/caller";
import { addMembership } from "@/lib/tenants/membership/set-membership";

/** The catalogue of each company: name, brand, price in cents, and stock. */
const PRODUCTS = [
  ["Linen shirt, natural", "Halden", 5900, 34],
  ["Linen shirt, indigo", "Halden", 5900, 12],
  ["Merino cardigan", "Halden", 11900, 7],
  ["Canvas tote", "Orly Works", 2400, 120],
  ["Waxed backpack 18 l", "Orly Works", 14500, 18],
  ["Enamel mug, pair", "Kettle & Co", 2200, 64],
  ["Pour-over kettle", "Kettle & Co", 6800, 0],
  ["Cedar soap bar", "Fjordlind", 900, 240],
  ["Sheepskin slippers", "Fjordlind", 7400, 22],
  ["Wool throw 130 x 180", "Fjordlind", 12900, 9],
  ["Desk lamp, brass", "Lumen Atelier", 18900, 5],
  ["Notebook, dotted A5", "Papeterie Nord", 1600, 310],
  ["Fountain pen, fine", "Papeterie Nord", 4200, 41],
  ["Bicycle bell", "Spoke Street", 1900, 77],
] as const;

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

// biome-ignore format: one row, one person
/** The people who can sign in: those of the organization, those of the company, and an operator. */
const PEOPLE = {
  owner: { email: "owner@shipfast.example", firstName: "Nia", lastName: "Okafor", organizationRole: "owner" },
  admin: { email: "admin@shipfast.example", firstName: "Ada", lastName: "Nyberg", organizationRole: "admin" },
  developer: { email: "dev@shipfast.example", firstName: "Devika", lastName: "Rao", organizationRole: "developer" },
  seller: { email: "owner@acme.example", firstName: "Olu", lastName: "Adeyemi", companyRole: "owner" },
  staff: { email: "staff@acme.example", firstName: "Sam", lastName: "Whitfield", companyRole: "staff" },
  operator: { email: "operator@market.example", firstName: "Ines", lastName: "Ortega", operatorRole: "operator", operatorSource: "local" },
} as const;
type Name = keyof typeof PEOPLE;
type Roles = { organizationRole?: OrganizationRole; companyRole?: CompanyRole };

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
  const people = await Promise.all((Object.keys(PEOPLE) as Name[]).map(withPassword));
  return transaction(async (tx) => {
    await lockDemoData({}, tx);
    if (await tx.user.findFirst({ select: { id: true } })) return null;
    const shipfast = { id: PUBLISHER_COMPANY_ID, name: "Shipfast Labs" };
    await insertCompany(tx, { ...shipfast, isSandbox: true }, "SFL");
    const acme = { id: SELLER_COMPANY_ID, name: "Acme Retail" };
    await insertCompany(tx, { ...acme, isSandbox: false }, "ACM");
    const organizationId = newId();
    const organization = { id: organizationId, name: shipfast.name, companyId: shipfast.id };
    await tx.organization.create({ data: organization, select: { id: true } });
    for (const { id, name, passwordHash } of people) {
      const { organizationRole, companyRole, ...person }: (typeof PEOPLE)[Name] & Roles =
        PEOPLE[name];
      // The addresses belong to the installation itself; they are not real mailboxes.
      const data = { ...person, id, passwordHash, emailVerifiedAt: new Date() };
      await tx.user.create({ data, select: { id: true } });
      const member = { userId: id, source: "local" } as const;
      if (organizationRole) {
        const tenant = { kind: "organization", id: organizationId } as const;
        await addMembership(tx, { ...member, tenant, role: organizationRole });
      }
      if (companyRole) {
        const tenant = { kind: "company", id: SELLER_COMPANY_ID } as const;
        await addMembership(tx, { ...member, tenant, role: companyRole });
      }
    }
    const admin = people.find(({ name }) => name === "admin")?.id ?? "";
    const caller = { kind: "user", organizationId, userId: admin, role: "admin" } as const;
    // Each name is that of a person, which `fromEntries` loses.
    const logins = Object.fromEntries(
      people.map(({ name, password }) => [name, { email: PEOPLE[name].email, password }]),
    ) as Record<Name, DemoLogin>;
    const demo: DemoFile = {
      base_url: env().baseUrl,
      ...logins,
      organization_id: organizationId,
      company_id: SELLER_COMPANY_ID,
      ...(await registerClients(tx, caller)),
      platform: await createServiceKeys(tx),
    };
    // Inside the transaction: data without its passwords would be useless.
    writeDemoFile(env().dataDir, demo);
    return demo;
  }, MAX_MS);
}

async function withPassword(name: Name) {
  const password = randomBytes(9).toString("base64url");
  return { id: newId(), name, password, passwordHash: await hashPassword(password) };
}

/** Creates a company, with an id below those of companies created here, and its products, in US dollars. */
async function insertCompany(
  tx: Database,
  company: { id: number; name: string; isSandbox: boolean },
  prefix: string,
): Promise<void> {
  await tx.company.create({ data: company, select: { id: true } });
  const data = PRODUCTS.map(([name, brand, price, stock], index) => ({
    ...{ name, brand, price, stock },
    companyId: company.id,
    currency: "USD",
    slug: slugOf(name),
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
