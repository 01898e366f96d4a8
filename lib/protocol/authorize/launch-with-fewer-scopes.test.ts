import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedUser, mintCompanyMember, mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { mintInstallation, REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { redirectParameters } from "@/test/requests/call-authorize";
import { readAnswer } from "@/test/requests/call-route";
import { basic, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";
import { subjectPath } from "@/test/requests/token-at-scene";

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

  const pathOf = (endpoint: string) =>
    `${env().baseUrl}${OAUTH_PATH}/${subjectPath(scene.subject)}/oauth/${endpoint}`;

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

  it.each([
    ["", {}],
    [" with prompt=none", { prompt: "none" }],
  ])("with some of the granted scopes needs neither an admin nor a page%s", async (_what, more) => {
    await expectSubset(await launch({ ...launchParameters, ...more }, staff));
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
});

it("tokens of a code with fewer scopes, and their refreshes, keep to these", async () => {
  const installation = await mintInstallation();
  const code = await mintCode(installation, { scopes: [ORDERS] });
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  const renewed = await refresh(installation, textOf(offline.body.refresh_token));
  expect([online, offline, renewed].map(({ body }) => body.scope)).toEqual(Array(3).fill(ORDERS));
});
