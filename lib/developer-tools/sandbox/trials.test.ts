import { isDeepStrictEqual as equals } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { listClientFigures, listScopeUse } from "@/lib/clients/figures/list-client-figures";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { findClient } from "@/lib/clients/repository";
import { listSecrets } from "@/lib/clients/secrets/secrets";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { readExtension } from "@/lib/platform/clients/read-extension";
import { readOrganization } from "@/lib/platform/organizations/read-organization";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { countRequests, measureCalls } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { openOverview } from "@/lib/requests/open-overview";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintCompany,
  mintOrganization,
} from "@/test/factories/mint";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const PAGE = { page_no: 1, page_size: 10 };

let publisher: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  publisher = await mintOrganization();
  const columns = { redirectUrls: [REDIRECT_URI], scopes: INSTALLED_SCOPES };
  client = await mintClient(publisher.organizationId, columns);
});

/** Installs the extension in a company and sends a request of each kind there, one of them denied. */
async function use({ companyId, seller }: { companyId: number; seller: MintedUser }) {
  const of = { client, companyId, seller };
  await pressConsent(await requestConsent(of), seller);
  const { code = "" } = redirectParameters(await callAuthorize(of));
  await exchange("online", of, code);
  const { body } = await exchange("offline", of, code);
  await refresh(of, textOf(body.refresh_token));
  expect((await callProducts(textOf(body.access_token))).status).toBe(200);
  await exchange("offline", of, "made up");
  await flushCalls();
}

const inSandbox = () => ({ companyId: publisher.companyId, seller: publisher.owner });

/** Whatever counts or dates what an extension is used for. */
async function figures() {
  const { organizationId, owner } = publisher;
  const { clientId } = client;
  const caller = { kind: "user", organizationId, userId: owner.userId, role: "developer" } as const;
  const operator = { kind: "operator", userId: "0".repeat(24), role: "support" } as const;
  const params = { client_id: clientId };
  const scope = { ...EVERYTHING, organizationId, clientId };
  const page = await perform(readExtension, { params, caller: operator });
  const ofPublisher = { params: { organization_id: organizationId }, caller: operator };
  const organization = await perform(readOrganization, ofPublisher);
  const overview = await perform(openOverview, { caller, query: { window: "24h" } });
  const { isUsed } = await db().client.findUniqueOrThrow({ where: { clientId } });
  return {
    isUsed,
    lastUse: (await findClient(db(), organizationId, clientId))?.lastUsedAt,
    impact: (await perform(getImpact, { params, caller })).body,
    figures: await perform(listClientFigures, { params: { client_ids: [clientId] }, caller }),
    grants: (await perform(listGrants, { params, query: PAGE, caller })).body.items,
    scopeUse: await perform(listScopeUse, { params, caller }),
    issues: (await perform(listIssues, { query: { limit: 5 }, caller })).body.items,
    milestones: overview.milestones,
    requests: (await countRequests({ ...scope, hours: 1, bars: 24 })).map(
      ({ start: _start, ...counts }) => counts,
    ),
    latency: await measureCalls(scope),
    installs: page.installs,
    added: page.added,
    calls: page.calls,
    companies: page.companies,
    scopes: page.scopes,
    published: organization.extensions,
    publishedCalls: organization.calls,
  };
}

describe("what is tried out in a sandbox company", () => {
  it("changes no count, figure, or first step; in another company, it changes all of them", async () => {
    const before = await figures();
    await use(inSandbox());
    expect(await figures()).toEqual(before);
    await use(await mintCompany());
    const after: Record<string, unknown> = await figures();
    const unchanged = Object.entries(before).filter(([name, value]) => equals(value, after[name]));
    expect(unchanged.map(([name]) => name)).toEqual([]);
  });

  it("stays in the log, marked, and in what the sandbox and the secret's owners see", async () => {
    await use(inSandbox());
    const { organizationId, owner } = publisher;
    const { clientId } = client;
    const caller = { kind: "user", organizationId, userId: owner.userId, role: "owner" } as const;
    const { items } = (await perform(listRequests, { query: { limit: 20 }, caller })).body;
    const kinds = ["token", "call", "refresh", "token", "token", "authorize", "consent"];
    expect(items.map(({ kind }) => kind)).toEqual(kinds);
    expect(items.map(({ company }) => company?.is_sandbox)).toEqual(kinds.map(() => true));
    const secrets = (await perform(listSecrets, { params: { client_id: clientId }, caller })).body;
    expect(secrets.items).toMatchObject([{ last_used_at: expect.any(String) }]);
  });
});
