import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { mintManagementToken } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import {
  type AnsweringProcesses,
  startAnsweringProcesses,
} from "@/test/process/answering/answer-in-processes";
import type { CallAnswer, SentCall } from "@/test/process/answering/answer-instance";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { introspect } from "@/test/requests/call-administration";
import { basic, callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const TIMEOUT_MS = 120_000;
const REASON = "It sent orders to a competitor.";

let processes: AnsweringProcesses;
let serviceKey: MintedServiceKey;
let installation: Installation;

beforeAll(async () => {
  const variables = { ...TEST_VARIABLES, DATABASE_URL: inject("databaseUrl") };
  processes = await startAnsweringProcesses(variables);
  serviceKey = await mintServiceKey(["platform/introspect"]);
}, TIMEOUT_MS);
afterAll(() => processes.end());
beforeEach(async () => {
  installation = await mintInstallation();
});

type TokenKind = "offline" | "online" | "own" | "management";
type TokenRequest = "refresh" | "rotate" | "exchange" | "own token";
type Suspension = {
  what: string;
  suspend: () => Promise<unknown>;
  resume: () => Promise<unknown>;
  denies: TokenKind[];
  /** Whether the tokens stay ended afterwards, and so do codes. */
  isFinal?: true;
  /** How the message of a denied request begins. */
  message?: string;
  /** Whether token requests and authorize are denied too. */
  deniesRequests: boolean;
};

const setClient = (suspensionReason: string | null) =>
  db().client.updateMany({
    where: { organizationId: installation.organizationId },
    data: { suspendedAt: suspensionReason === null ? null : new Date(), suspensionReason },
  });
const setOrganization = (status: "active" | "suspended") =>
  db().organization.update({ where: { id: installation.organizationId }, data: { status } });
const setCompany = (status: "active" | "suspended" | "closed") =>
  db().company.update({ where: { id: installation.companyId }, data: { status } });
const setPerson = (deactivatedAt: Date | null) =>
  db().user.update({ where: { id: installation.seller.userId }, data: { deactivatedAt } });
const member = () => ({ companyId: installation.companyId, userId: installation.seller.userId });

const ALL_KINDS: TokenKind[] = ["offline", "online", "own", "management"];
const OF_COMPANY: TokenKind[] = ["offline", "online", "own"];

const suspensions: Suspension[] = [
  {
    what: "the extension is suspended",
    suspend: () => setClient(REASON),
    resume: () => setClient(null),
    denies: ALL_KINDS,
    message: `The platform has suspended this extension: ${REASON} Codes`,
    deniesRequests: true,
  },
  {
    what: "its organization is suspended",
    suspend: () => setOrganization("suspended"),
    resume: () => setOrganization("active"),
    denies: ALL_KINDS,
    message: "The platform has suspended the organization that publishes this extension. Codes",
    deniesRequests: true,
  },
  {
    what: "the company is suspended",
    suspend: () => setCompany("suspended"),
    resume: () => setCompany("active"),
    denies: OF_COMPANY,
    message: "The platform has suspended company COMPANY. Codes",
    deniesRequests: true,
  },
  {
    what: "the company is closed",
    suspend: () => setCompany("closed"),
    resume: () => setCompany("active"),
    denies: OF_COMPANY,
    message: "The platform has closed company COMPANY.",
    deniesRequests: true,
  },
  {
    what: "the person is deactivated",
    suspend: () => setPerson(new Date()),
    resume: () => setPerson(null),
    denies: ["online"],
    deniesRequests: false,
  },
  {
    what: "the person is no longer a member",
    suspend: () => db().companyMember.delete({ where: { companyId_userId: member() } }),
    resume: () => db().companyMember.create({ data: { ...member(), role: "owner" } }),
    denies: ["online"],
    isFinal: true,
    deniesRequests: false,
  },
];

async function mintTokens(): Promise<Record<TokenKind, string>> {
  const ownToken = await callToken("online", installation, {
    json: { grant_type: "client_credentials" },
  });
  const management = await mintManagementToken(installation.organizationId, [
    "organization/clients/read",
  ]);
  return {
    offline: await mintAccessToken(installation, "offline"),
    // Without a session, as an imported one.
    online: await mintAccessToken(installation, "online"),
    own: textOf(ownToken.body.access_token),
    management: management.token,
  };
}

function use(kind: TokenKind, token: string): SentCall {
  const products = "/service/application/catalog/v1.0/products/";
  const { organizationId } = installation;
  const clients = `/service/partner/authorization/v1.0/organization/${organizationId}/oauth/client`;
  const url = env().baseUrl + (kind === "management" ? clients : products);
  return { url, method: "GET", headers: { authorization: `Bearer ${token}` } };
}

async function expectUses(tokens: Record<TokenKind, string>, denied: TokenKind[]): Promise<void> {
  for (const kind of ALL_KINDS) {
    const isDenied = denied.includes(kind);
    const token = tokens[kind];
    for (const { status, body } of await processes.call(use(kind, token))) {
      const expected = isDenied ? [401, "invalid_token"] : [200, undefined];
      expect([status, JSON.parse(body).error], kind).toEqual(expected);
    }
    const { body } = await introspect(serviceKey, token);
    expect(body.active, kind).toBe(!isDenied);
  }
}

async function tokenRequests(): Promise<Record<TokenRequest, SentCall>> {
  // Imported, so that a client that rotates needs no code.
  const refreshToken = await mintRefreshToken(installation, { codeHash: null });
  const code = await mintCode(installation);
  const path = `${OAUTH_PATH}/company/${installation.companyId}/oauth/offline-token`;
  const post = (parameters: Record<string, string>): SentCall => ({
    url: env().baseUrl + path,
    method: "POST",
    headers: { authorization: basic(installation.client), "content-type": "application/json" },
    body: JSON.stringify(parameters),
  });
  const refresh = post({ grant_type: "refresh_token", refresh_token: refreshToken });
  return {
    refresh,
    rotate: refresh,
    exchange: post({ grant_type: "authorization_code", code }),
    "own token": post({ grant_type: "client_credentials" }),
  };
}

const outcomeOf = ({ status, body }: CallAnswer) => [status, JSON.parse(body).error];
const setRotation = (refreshRotation: "none" | "confirm_on_use") =>
  db().client.updateMany({
    where: { clientId: installation.client.clientId },
    data: { refreshRotation },
  });

describe.each(suspensions)("security 62 and 82: while $what", (each) => {
  it("each affected token is denied on the next call in each process, and works again if that ends", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const tokens = await mintTokens();
    await expectUses(tokens, []);
    await each.suspend();
    await expectUses(tokens, each.denies);
    await each.resume();
    await expectUses(tokens, each.isFinal ? each.denies : []);
  });
});

describe.each(suspensions.filter(({ isFinal }) => !isFinal))("security 62: while $what", (each) => {
  it("affected token requests return unauthorized_client, consume nothing, and work again afterwards", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const requests = await tokenRequests();
    await each.suspend();
    if (each.deniesRequests) {
      for (const [name, sent] of Object.entries(requests)) {
        await setRotation(name === "rotate" ? "confirm_on_use" : "none");
        for (const answer of await processes.call(sent)) {
          expect(outcomeOf(answer), name).toEqual([400, "unauthorized_client"]);
          const { message } = JSON.parse(answer.body);
          const expected = each.message?.replace("COMPANY", String(installation.companyId));
          expect(message.startsWith(expected), message).toBe(true);
          expect(message.includes("work again")).toBe(!message.includes("closed"));
        }
      }
    }
    await each.resume();
    await setRotation("none");
    const [exchanged, again] = await processes.call(requests.exchange);
    expect(outcomeOf(exchanged as CallAnswer)).toEqual([200, undefined]);
    // A second use revokes what the code led to, so it comes last.
    expect(outcomeOf(again as CallAnswer)).toEqual([400, "invalid_grant"]);
    for (const name of ["refresh", "own token"] as const) {
      for (const answer of await processes.call(requests[name])) {
        expect(outcomeOf(answer), name).toEqual([200, undefined]);
      }
    }
    await setRotation("confirm_on_use");
    for (const answer of await processes.call(requests.rotate)) {
      expect(outcomeOf(answer)).toEqual([200, undefined]);
    }
  });
});

describe("a suspended extension", () => {
  it("learns the reason, and its publisher finds it in the failure log", async () => {
    const token = await mintAccessToken(installation, "offline", { scopes: INSTALLED_SCOPES });
    await setClient('Not "safe"\n in München');
    const [used] = await processes.call(use("offline", token));
    expect(JSON.parse(used?.body ?? "").message).toContain('Not "safe"');
    const { refresh } = await tokenRequests();
    const [refreshed] = await processes.call(refresh);
    expect(JSON.parse(refreshed?.body ?? "").message).toContain('Not "safe"');
    const { clientId } = installation.client;
    const events = await db().authorizationEvent.findMany({
      where: { clientId, outcome: "refused" },
      orderBy: { id: "asc" },
    });
    const bearer = { kind: "bearer", check: "client_not_suspended", authenticated: true };
    const denied = { ...bearer, kind: "refresh", fix: { kind: "contact_platform" } };
    expect(events).toMatchObject([bearer, bearer, denied, denied]);
  });

  it("is not revealed to a caller with a wrong secret", async () => {
    await setClient(REASON);
    const client = { ...installation.client, clientSecret: "wrong" };
    const { status, body } = await callToken(
      "online",
      { ...installation, client },
      {
        json: { grant_type: "client_credentials" },
      },
    );
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});
