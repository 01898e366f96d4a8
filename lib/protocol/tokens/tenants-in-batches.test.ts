import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { type MintedClient, mintManagementToken } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { basic, callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const TENANTS = 4;
const MANAGEMENT_SCOPES = ["organization/clients/read"];

type Tenant = Installation & {
  /** Another client of the organization, with MANAGEMENT_SCOPES. */
  manager: MintedClient;
};

let tenants: Tenant[];

beforeAll(async () => {
  tenants = await Promise.all(
    Array.from({ length: TENANTS }, async () => {
      const installation = await mintInstallation();
      const { client } = await mintManagementToken(installation.organizationId, MANAGEMENT_SCOPES);
      return { ...installation, manager: client };
    }),
  );
});

const tenantAt = (index: number): Tenant => {
  const found = tenants[index];
  if (!found) throw new Error(`There is no tenant ${index}.`);
  return found;
};

const index = fc.nat(TENANTS - 1);
/** Three tenants; mostly the same one, so that good and bad requests share statements. */
const three = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(index, index, index) },
  { weight: 2, arbitrary: index.map((own): [number, number, number] => [own, own, own]) },
);
const batchOf = <Request>(request: fc.Arbitrary<Request>) =>
  fc.array(request, { minLength: 2, maxLength: 16 });
const RUNS = { numRuns: 15 };

it("concurrent launches each get a code for their own client, company and seller, or none", async () => {
  await fc.assert(
    fc.asyncProperty(batchOf(three), async (requests) => {
      const answers = await Promise.all(
        requests.map(([client, company, seller]) =>
          callAuthorize({
            client: tenantAt(client).client,
            companyId: tenantAt(company).companyId,
            seller: tenantAt(seller).seller,
          }),
        ),
      );
      const issued = await Promise.all(
        answers.map(async (answer) => {
          const { code } = answer.status === 302 ? redirectParameters(answer) : {};
          if (code === undefined) return null;
          return db().authorizationCode.findFirstOrThrow({
            where: { codeHash: storedHash(code) },
            select: { clientId: true, companyId: true, userId: true, grantId: true },
          });
        }),
      );
      const due = requests.map(([client, company, seller]) => {
        if (client !== company || client !== seller) return null;
        const ownTenant = tenantAt(client);
        return {
          clientId: ownTenant.client.clientId,
          companyId: ownTenant.companyId,
          userId: ownTenant.seller.userId,
          grantId: ownTenant.grantId,
        };
      });
      expect(issued).toEqual(due);
    }),
    RUNS,
  );
});

it("concurrent requests of clients for their own tokens each get one for their own tenant, or none", async () => {
  const request = fc.record({
    tenants: three,
    at: fc.constantFrom("company", "organization"),
    isSecretRight: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(batchOf(request), async (requests) => {
      const issued = await Promise.all(
        requests.map(async ({ tenants: [caller, owner], at, isSecretRight }) => {
          const { companyId, organizationId } = tenantAt(owner);
          const { clientId, clientSecret } = tenantAt(caller)[CLIENT_AT[at]];
          const sent = {
            clientId,
            clientSecret: isSecretRight ? clientSecret : `${clientSecret}x`,
          };
          const { status, body } = await callToken("offline", tenantAt(owner), {
            json: { grant_type: "client_credentials" },
            authorization: basic(sent),
            subject: at === "company" ? `company/${companyId}` : `organization/${organizationId}`,
          });
          if (status !== 200) return null;
          return db().accessToken.findFirstOrThrow({
            where: { tokenHash: storedHash(textOf(body.access_token)) },
            select: { clientId: true, companyId: true, organizationId: true, scopes: true },
          });
        }),
      );
      const due = requests.map(({ tenants: [caller, owner], at, isSecretRight }) => {
        if (caller !== owner || !isSecretRight) return null;
        const ownTenant = tenantAt(owner);
        return {
          clientId: ownTenant[CLIENT_AT[at]].clientId,
          companyId: at === "company" ? ownTenant.companyId : null,
          organizationId: at === "organization" ? ownTenant.organizationId : null,
          scopes: at === "company" ? INSTALLED_SCOPES : MANAGEMENT_SCOPES,
        };
      });
      expect(issued).toEqual(due);
    }),
    RUNS,
  );
});

const CLIENT_AT = { company: "client", organization: "manager" } as const;

it("concurrent revocations each end a token of the calling client, and no other", async () => {
  const request = fc.record({ tenants: three, mint: fc.constantFrom(mintOffline, mintRefresh) });
  await fc.assert(
    fc.asyncProperty(batchOf(request), async (requests) => {
      const tokens = await Promise.all(
        requests.map(({ tenants: [, owner], mint }) => mint(tenantAt(owner))),
      );
      const statuses = await Promise.all(
        requests.map(async ({ tenants: [caller] }, each) => {
          const { status } = await revoke(tenantAt(caller).client, tokens[each] ?? "");
          return status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const active = await Promise.all(
        requests.map(async ({ tenants: [, owner] }, each) => {
          const { body } = await introspect(tenantAt(owner).client, tokens[each] ?? "");
          return body.active;
        }),
      );
      expect(active).toEqual(requests.map(({ tenants: [caller, owner] }) => caller !== owner));
    }),
    RUNS,
  );
});

const mintOffline = (owner: Tenant) => mintAccessToken(owner, "offline");
const mintRefresh = (owner: Tenant) => mintRefreshToken(owner);
