import fc from "fast-check";
import { afterEach, beforeAll, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { findOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import { mintManagementToken } from "@/test/factories/mint";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintProduct } from "@/test/factories/mint-product";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import { listOf } from "@/test/requests/read-json";

const TENANTS = 4;
const MANAGEMENT_SCOPES = ["organization/clients/read"];
const kinds = ["offline", "online", "organization", "revoked", "unknown"] as const;
type Kind = (typeof kinds)[number];

type Tenant = Installation & {
  tokens: Record<Kind, string>;
  /** The client of its organization's token. */
  managingClientId: string;
};

let tenants: Tenant[];
let gateKey: string;

beforeAll(async () => {
  useRules([{ methods: ["GET"], path: "/products", any: INSTALLED_SCOPES }]);
  gateKey = (await mintServiceKey(["platform/gate"])).clientSecret;
  tenants = await Promise.all(Array.from({ length: TENANTS }, mintTenant));
});

afterEach(flushCalls);

async function mintTenant(): Promise<Tenant> {
  const installation = await mintInstallation();
  await mintProduct(installation.companyId, productOf(installation));
  const management = await mintManagementToken(installation.organizationId, MANAGEMENT_SCOPES);
  const tokens = {
    offline: await mintAccessToken(installation, "offline"),
    online: await mintAccessToken(installation, "online"),
    organization: management.token,
    revoked: await mintAccessToken(installation, "offline", { revokedAt: new Date() }),
    unknown: newToken("offline"),
  };
  return { ...installation, tokens, managingClientId: management.client.clientId };
}

const productOf = ({ companyId }: Pick<Installation, "companyId">) => `Product of ${companyId}`;
const isForCompany = (kind: Kind) => kind === "offline" || kind === "online";

/** What a check says about a token, and what it must say. */
type Check = (owner: Tenant, kind: Kind, asker: Tenant) => Promise<[unknown, unknown]>;

const checks: Record<string, Check> = {
  products: async (owner, kind) => {
    const { status, body } = await callProducts(owner.tokens[kind]);
    const names = status === 200 ? listOf(body.items).map(({ name }) => name) : status;
    return [names, isForCompany(kind) ? [productOf(owner)] : 401];
  },
  gate: async (owner, kind) => {
    const { status, headers } = await callGate({
      key: gateKey,
      token: owner.tokens[kind],
      uri: "/products",
    });
    const caller = ["client-id", "company-id", "token-kind"].map((name) =>
      headers.get(`x-latchkey-${name}`),
    );
    const ownCaller = [owner.client.clientId, String(owner.companyId), kind];
    if (kind === "organization") return [status, 403];
    return isForCompany(kind) ? [caller, ownCaller] : [status, 401];
  },
  introspection: async (owner, kind, asker) => {
    const { body } = await introspect(asker.client, owner.tokens[kind]);
    const { active, client_id: clientId, company_id: companyId } = body;
    const ownAnswer = { active: true, clientId: owner.client.clientId, companyId: owner.companyId };
    const none = { active: false, clientId: undefined, companyId: undefined };
    return [
      { active, clientId, companyId },
      owner === asker && isForCompany(kind) ? ownAnswer : none,
    ];
  },
  management: async (owner, kind) => {
    const found = await findOrganizationToken(owner.tokens[kind]).catch(() => null);
    const { managingClientId: clientId, organizationId } = owner;
    const ownCaller = { clientId, organizationId, scopes: MANAGEMENT_SCOPES };
    return [
      found && {
        clientId: found.clientId,
        organizationId: found.organizationId,
        scopes: found.scopes,
      },
      kind === "organization" ? ownCaller : null,
    ];
  },
};

const tenant = fc.nat(TENANTS - 1);
const sent = fc.record({
  check: fc.constantFrom(...Object.values(checks)),
  owner: tenant,
  asker: tenant,
  kind: fc.constantFrom(...kinds),
});

it("concurrent checks of many tenants' tokens never mix them up", async () => {
  const tenantAt = (index: number): Tenant => {
    const found = tenants[index];
    if (!found) throw new Error(`There is no tenant ${index}.`);
    return found;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 2, maxLength: 60 }), async (all) => {
      const answers = await Promise.all(
        all.map(({ check, owner, kind, asker }) => check(tenantAt(owner), kind, tenantAt(asker))),
      );
      expect(answers.map(([said]) => said)).toEqual(answers.map(([, must]) => must));
    }),
    { numRuns: 30 },
  );
});
