import fc from "fast-check";
import { afterEach, beforeAll, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { findOrganizationToken } from "@/lib/protocol/bearer/authenticate-caller";
import { type MintedClient, mintManagementToken } from "@/test/factories/mint";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintProduct } from "@/test/factories/mint-product";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { basic, callToken, refresh } from "@/test/requests/call-token";
import { listOf, textOf } from "@/test/requests/read-json";

const TENANTS = 4;
const [ORDERS = ""] = INSTALLED_SCOPES;
const MANAGEMENT_SCOPES = ["organization/clients/read"];
const ACCESS_KINDS = ["offline", "online", "organization", "revoked", "unknown"] as const;
type AccessKind = (typeof ACCESS_KINDS)[number];

type Tenant = Installation & {
  /** Another client of the organization, with MANAGEMENT_SCOPES. */
  manager: MintedClient;
  tokens: Record<AccessKind, string>;
};

let tenants: Tenant[];
let gateKey: string;

beforeAll(async () => {
  useRules([{ methods: ["GET"], path: "/products", any: INSTALLED_SCOPES }]);
  gateKey = (await mintServiceKey(["platform/gate"])).clientSecret;
  tenants = await Promise.all(Array.from({ length: TENANTS }, (_, index) => mintTenant(index)));
});

afterEach(flushCalls);

/** One in two rotates its refresh tokens. */
async function mintTenant(index: number): Promise<Tenant> {
  const refreshRotation = index % 2 === 0 ? "none" : "confirm_on_use";
  const installation = await mintInstallation({ refreshRotation });
  await mintProduct(installation.companyId, productOf(installation));
  const management = await mintManagementToken(installation.organizationId, MANAGEMENT_SCOPES);
  const tokens = {
    offline: await mintAccessToken(installation, "offline"),
    online: await mintAccessToken(installation, "online"),
    organization: management.token,
    revoked: await mintAccessToken(installation, "offline", { revokedAt: new Date() }),
    unknown: newToken("offline"),
  };
  return { ...installation, manager: management.client, tokens };
}

const productOf = ({ companyId }: Pick<Installation, "companyId">) => `Product of ${companyId}`;
const isForCompany = (kind: AccessKind) => kind === "offline" || kind === "online";

/** Whose credentials, codes or tokens, and paths a request has, and what else may be wrong with it. */
type Draw = {
  caller: Tenant;
  owner: Tenant;
  subject: Tenant;
  isSecretRight: boolean;
  scope: string | undefined;
  kind: AccessKind;
};
type Outcome = [happened: unknown, due: unknown];
/** Prepares a request and returns how to send it. */
type Prepare = (draw: Draw) => Promise<() => Promise<Outcome>>;

const sentBy = ({ caller, isSecretRight }: Draw, { clientId, clientSecret } = caller.client) => ({
  clientId,
  secretId: "",
  systemUserId: "",
  clientSecret: isSecretRight ? clientSecret : `${clientSecret}x`,
});

const isOwn = ({ caller, owner, subject }: Draw) => caller === owner && caller === subject;

/** The access token that an answer contains, as it is stored. */
async function storedToken({ status, body }: RouteAnswer): Promise<unknown> {
  if (status !== 200) return null;
  return db().accessToken.findFirstOrThrow({
    where: { tokenHash: storedHash(textOf(body.access_token)) },
    select: { clientId: true, companyId: true, organizationId: true, scopes: true },
  });
}

/** The token that a request for a company must get, if any. */
function dueToken(draw: Draw): unknown {
  const { caller, isSecretRight, scope } = draw;
  const isInScope = scope === undefined || INSTALLED_SCOPES.includes(scope);
  if (!isOwn(draw) || !isSecretRight || !isInScope) return null;
  const { client, companyId } = caller;
  const scopes = scope === undefined ? INSTALLED_SCOPES : [scope];
  return { clientId: client.clientId, companyId, organizationId: null, scopes };
}

const exchangeFor =
  (kind: "online" | "offline"): Prepare =>
  async (draw) => {
    const { owner, subject, scope } = draw;
    const code = await mintCode(owner);
    const json = { grant_type: "authorization_code", code, ...(scope && { scope }) };
    const authorization = basic(sentBy(draw));
    return async () => {
      const answer = await callToken(kind, subject, { json, authorization });
      return [await storedToken(answer), dueToken(draw)];
    };
  };

const revokeA =
  (mint: (owner: Tenant) => Promise<string>): Prepare =>
  async ({ caller, owner }) => {
    const token = await mint(owner);
    return async () => {
      const { status } = await revoke(caller.client, token);
      const { body } = await introspect(owner.client, token);
      return [
        [status, body.active],
        [200, caller !== owner],
      ];
    };
  };

const REQUESTS: Readonly<Record<string, Prepare>> = {
  launch:
    async ({ caller, owner, subject }) =>
    async () => {
      const { client, grantId } = caller;
      const { companyId } = owner;
      const answer = await callAuthorize({ client, companyId, seller: subject.seller });
      const { code } = answer.status === 302 ? redirectParameters(answer) : {};
      if (!code) return [null, caller === owner && caller === subject ? "a code" : null];
      const happened = await db().authorizationCode.findFirstOrThrow({
        where: { codeHash: storedHash(code) },
        select: { clientId: true, companyId: true, userId: true, grantId: true },
      });
      const { clientId } = client;
      return [happened, { clientId, companyId, userId: caller.seller.userId, grantId }];
    },
  "exchange for an online token": exchangeFor("online"),
  "exchange for an offline token": exchangeFor("offline"),
  refresh: async (draw) => {
    const { owner, subject, scope } = draw;
    const token = await mintRefreshToken(owner);
    const asker = { client: sentBy(draw), companyId: subject.companyId };
    return async () => {
      const answer = await refresh(asker, token, scope ? { scope } : {});
      return [await storedToken(answer), dueToken(draw)];
    };
  },
  "own token for a company": async (draw) => async () => {
    const { scope, subject } = draw;
    const json = { grant_type: "client_credentials", ...(scope && { scope }) };
    const authorization = basic(sentBy(draw));
    const answer = await callToken("offline", subject, { json, authorization });
    return [await storedToken(answer), dueToken({ ...draw, owner: draw.caller })];
  },
  "own token for an organization": async (draw) => async () => {
    const { caller, subject, isSecretRight } = draw;
    const answer = await callToken("offline", subject, {
      json: { grant_type: "client_credentials" },
      authorization: basic(sentBy(draw, caller.manager)),
      subject: `organization/${subject.organizationId}`,
    });
    const { organizationId, manager } = caller;
    const due = { clientId: manager.clientId, companyId: null, organizationId };
    return [
      await storedToken(answer),
      caller === subject && isSecretRight ? { ...due, scopes: MANAGEMENT_SCOPES } : null,
    ];
  },
  "revocation of an access token": revokeA((owner) => mintAccessToken(owner, "offline")),
  "revocation of a refresh token": revokeA((owner) => mintRefreshToken(owner)),
  "call of a platform API":
    async ({ owner, kind }) =>
    async () => {
      const { status, body } = await callProducts(owner.tokens[kind]);
      const names = status === 200 ? listOf(body.items).map(({ name }) => name) : status;
      return [names, isForCompany(kind) ? [productOf(owner)] : 401];
    },
  "call at the gate":
    async ({ owner, kind }) =>
    async () => {
      const call = { key: gateKey, token: owner.tokens[kind], uri: "/products" };
      const { status, headers } = await callGate(call);
      if (!isForCompany(kind)) return [status, kind === "organization" ? 403 : 401];
      const names = ["client-id", "company-id", "token-kind"];
      const due = [owner.client.clientId, String(owner.companyId), kind];
      return [names.map((name) => headers.get(`x-latchkey-${name}`)), due];
    },
  introspection:
    async ({ owner, caller, kind }) =>
    async () => {
      const { body } = await introspect(caller.client, owner.tokens[kind]);
      if (owner !== caller || !isForCompany(kind)) return [body, { active: false }];
      const { active, client_id: clientId, company_id: companyId } = body;
      const due = { active: true, clientId: owner.client.clientId, companyId: owner.companyId };
      return [{ active, clientId, companyId }, due];
    },
  "management of an organization":
    async ({ owner, kind }) =>
    async () => {
      const caller = await findOrganizationToken(owner.tokens[kind]).catch(() => null);
      if (kind !== "organization") return [caller, null];
      const { clientId, organizationId, scopes } = caller ?? {};
      const due = { clientId: owner.manager.clientId, organizationId: owner.organizationId };
      return [
        { clientId, organizationId, scopes },
        { ...due, scopes: MANAGEMENT_SCOPES },
      ];
    },
};

const index = fc.nat(TENANTS - 1);

/** Mostly requests of one tenant, so that good and bad ones share statements. */
const draws = fc.record({
  request: fc.constantFrom(...Object.keys(REQUESTS)),
  of: fc.oneof(
    { weight: 1, arbitrary: fc.tuple(index, index, index) },
    { weight: 2, arbitrary: index.map((own): [number, number, number] => [own, own, own]) },
  ),
  isSecretRight: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  scope: fc.constantFrom(undefined, undefined, ORDERS, "company/settings/write"),
  kind: fc.constantFrom(...ACCESS_KINDS),
});

const tenantAt = (at: number): Tenant => {
  const tenant = tenants[at];
  if (!tenant) throw new Error(`There is no tenant ${at}.`);
  return tenant;
};

it("security 47: concurrent requests of many tenants each get what is their own, or an error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(draws, { minLength: 20, maxLength: 60 }), async (all) => {
      const sends = await Promise.all(
        all.map(({ request, of: [caller, owner, subject], ...more }) =>
          REQUESTS[request]?.({
            caller: tenantAt(caller),
            owner: tenantAt(owner),
            subject: tenantAt(subject),
            ...more,
          }),
        ),
      );
      const outcomes = await Promise.all(sends.map((send) => send?.()));
      for (const [at, outcome] of outcomes.entries()) {
        expect([all[at]?.request, outcome?.[0]]).toEqual([all[at]?.request, outcome?.[1]]);
      }
    }),
    { numRuns: 30 },
  );
});

it("a refresh token and its successor that are presented at once are used one after the other", async () => {
  const rotating = await mintInstallation({ refreshRotation: "confirm_on_use" });
  const old = await mintRefreshToken(rotating);
  const successor = textOf((await refresh(rotating, old)).body.refresh_token);
  const answers = await Promise.all(
    [old, successor, old, successor].map((token) => refresh(rotating, token)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const where = { tokenHash: storedHash(old) };
  const { supersededAt } = await db().refreshToken.findUniqueOrThrow({ where });
  expect(supersededAt).not.toBeNull();
});
