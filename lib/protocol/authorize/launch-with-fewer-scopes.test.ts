import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedUser, mintCompanyMember, mintMember } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { redirectParameters } from "@/test/requests/call-authorize";
import { readAnswer } from "@/test/requests/call-route";
import { basic, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const ORDERS = "company/orders/read";
const launchParameters = { redirect_uri: REDIRECT_URI, response_type: "code", scope: ORDERS };

describe.each(["company", "organization"] as const)("a launch for a %s", (of) => {
  let scene: Scene;
  let staff: MintedUser;

  beforeEach(async () => {
    scene = await mintScene(of);
    const { companyId, organizationId } = scene.subject;
    staff =
      organizationId === null
        ? await mintCompanyMember(companyId ?? 0, "staff")
        : await mintMember(organizationId, "auditor");
  });

  const pathOf = (endpoint: string) => {
    const { companyId, organizationId } = scene.subject;
    const place = companyId === null ? `organization/${organizationId}` : `company/${companyId}`;
    return `${env().baseUrl}${OAUTH_PATH}/${place}/oauth/${endpoint}`;
  };

  async function launch(query: Record<string, string>, { cookie } = scene.person) {
    const client_id = scene.installation.client.clientId;
    const parameters = new URLSearchParams({ client_id, ...query });
    const request = new Request(`${pathOf("authorize")}?${parameters}`, { headers: { cookie } });
    return redirectParameters(await authorize(request));
  }

  async function expectSubset({ code = "" }: Record<string, string>) {
    const before = await db().grant.findUniqueOrThrow({ where: { id: scene.grantId } });
    const where = { clientId: scene.installation.client.clientId };
    const waiting = { ...where, decision: null };
    expect(await db().authorizationRequest.count({ where: waiting })).toBe(0);
    const [stored] = await db().authorizationCode.findMany({ where });
    expect(code).not.toBe("");
    expect(stored?.scopes).toEqual([ORDERS]);
    expect(before.scopes).toEqual([ORDERS, "company/products/read"]);
    expect(await db().grantEvent.count({ where: { grantId: scene.grantId } })).toBe(0);
  }

  it("with some of the granted scopes gets a code for these, and leaves the grant alone", async () => {
    await expectSubset(await launch(launchParameters));
  });

  it("with some of the granted scopes needs no admin", async () => {
    await expectSubset(await launch(launchParameters, staff));
  });

  it("with some of the granted scopes needs no page with prompt=none", async () => {
    await expectSubset(await launch({ ...launchParameters, prompt: "none" }));
  });

  it("with some of the granted scopes needs no page for a pushed request", async () => {
    const pushed = await readAnswer(
      await pushRequest(
        new Request(pathOf("par"), {
          method: "POST",
          headers: {
            authorization: basic(scene.installation.client),
            "content-type": "application/json",
          },
          body: JSON.stringify(launchParameters),
        }),
      ),
    );
    await expectSubset(await launch({ request_uri: textOf(pushed.body.request_uri) }, staff));
  });

  it("with a scope beyond the granted ones returns consent_required with prompt=none", async () => {
    const scopes = [ORDERS, "company/inventory/read"];
    const where = { clientId: scene.installation.client.clientId };
    await db().client.update({ where, data: { scopes } });
    const { error } = await launch({ ...launchParameters, scope: scopes.join(), prompt: "none" });
    expect(error).toBe("consent_required");
    expect(await db().authorizationCode.count({ where })).toBe(0);
  });
});

it("tokens of a launch with fewer scopes, and their refreshes, keep to these", async () => {
  const { installation, person } = await mintScene("company");
  const { client, companyId } = installation;
  const query = new URLSearchParams({ client_id: client.clientId, ...launchParameters });
  const address = `${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/authorize?${query}`;
  const { code = "" } = redirectParameters(
    await authorize(new Request(address, { headers: { cookie: person.cookie } })),
  );
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  const renewed = await refresh(installation, textOf(offline.body.refresh_token));
  expect([online, offline, renewed].map(({ body }) => body.scope)).toEqual(Array(3).fill(ORDERS));
});
