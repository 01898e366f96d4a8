import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { issueCode, issueCodeForInstall } from "@/lib/protocol/codes/issue-code";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import {
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { recordStatements } from "@/test/process/record-statements";
import { redirectParameters } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

const countEvents = ({ installation }: Scene) =>
  db().authorizationEvent.count({ where: { clientId: installation.client.clientId } });

it.each([
  ["an event if a request led to it", { kind: "consent" as const, requestId: newId() }, 1],
  ["no event if none did", undefined, 0],
])("a code leaves %s", async (_what, askedBy, events) => {
  const { installation, subject, grantId, person } = scene;
  const code = await issueCode(db(), {
    clientId: installation.client.clientId,
    subject,
    userId: person.userId,
    sessionId: null,
    grant: { id: grantId, epoch: 1 },
    scopes: INSTALLED_SCOPES,
    redirectUri: REDIRECT_URI,
    codeChallenge: null,
    ...(askedBy && { askedBy }),
  });
  expect(await db().authorizationCode.count({ where: { codeHash: storedHash(code) } })).toBe(1);
  expect(await countEvents(scene)).toBe(events);
});

describe("a code without a browser", () => {
  const issue = ({ installation }: Scene, companyId = installation.companyId) =>
    issueCodeForInstall(installation.client.clientId, companyId, newId());

  it("acts for the person who approved the grant", async () => {
    const { userId } = scene.person;
    await changeGrant({ approvedBy: userId })(scene);
    const code = (await issue(scene)) ?? "";
    const where = { codeHash: storedHash(code) };
    const row = await db().authorizationCode.findFirstOrThrow({ where });
    expect(row).toMatchObject({ userId, offlineOnly: true, scopes: INSTALLED_SCOPES });
  });

  it.each([
    ["no approver is recorded", changeGrant({ approvedBy: null })],
    ["the grant was revoked", changeGrant({ revokedAt: new Date() })],
    ["the client is inactive", changeClient({ isActive: false })],
    ["the client was deleted", changeClient({ deletedAt: new Date() })],
    ["the client is suspended", changeClient({ suspendedAt: new Date(), suspensionReason: "x" })],
    ["the client's organization is suspended", suspendPublisher],
    ["the company is suspended", suspendSubject],
  ])("is not issued if %s", async (_what, change) => {
    await changeGrant({ approvedBy: scene.person.userId })(scene);
    await change(scene);
    expect(await issue(scene)).toBeNull();
  });

  it("is not issued for another company or another client", async () => {
    await changeGrant({ approvedBy: scene.person.userId })(scene);
    const otherScene = await mintScene("company");
    await changeGrant({ approvedBy: otherScene.person.userId })(otherScene);
    expect(await issue(scene, otherScene.installation.companyId)).toBeNull();
    expect(await issue(otherScene, scene.installation.companyId)).toBeNull();
  });
});

let installation: Installation;
let requestId: string;

beforeEach(async () => {
  installation = await mintInstallation();
  requestId = newId();
});

const company = () => `${env().baseUrl}${OAUTH_PATH}/company/${installation.companyId}/oauth`;

const sound = () => ({
  client_id: installation.client.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: INSTALLED_SCOPES.join(","),
});

function launch(query: Record<string, string>): Promise<Response> {
  return authorize(
    new Request(`${company()}/authorize?${new URLSearchParams(query)}`, {
      headers: { cookie: installation.seller.cookie, "x-request-id": requestId },
    }),
  );
}

const eventsOf = (id: string) => db().authorizationEvent.findMany({ where: { requestId: id } });

const issued = (kind: "authorize" | "consent") => ({
  kind,
  outcome: "issued",
  reason: "authorization_code",
  authenticated: false,
  clientId: installation.client.clientId,
  organizationId: null,
  companyId: installation.companyId,
});

describe("the event of a code", () => {
  it("records a code when an installed extension is launched, in the same statement", async () => {
    expect(await recordStatements(() => launch(sound()))).toHaveLength(1);
    expect(await eventsOf(requestId)).toMatchObject([issued("authorize")]);
  });

  it("records a code when the client pushed the request", async () => {
    const pushed = await pushRequest(
      new Request(`${company()}/par`, {
        method: "POST",
        headers: { authorization: basic(installation.client) },
        body: new URLSearchParams(sound()),
      }),
    );
    const { request_uri } = await pushed.json();
    const response = await launch({ client_id: installation.client.clientId, request_uri });
    expect(redirectParameters(response)).toHaveProperty("code");
    expect(await eventsOf(requestId)).toMatchObject([issued("authorize")]);
  });

  it("records a code when the seller presses Allow", async () => {
    const consentId = await requestConsent(installation, { prompt: "consent" });
    await pressConsent(consentId, installation.seller, {}, { "x-request-id": requestId });
    expect(await eventsOf(requestId)).toMatchObject([issued("consent")]);
  });
});

it("no event is recorded without a code: for consent, a sign-in, or a second press of Allow", async () => {
  await launch({ ...sound(), prompt: "consent" });
  const { seller } = installation;
  const consentId = await requestConsent(installation, { prompt: "consent" });
  installation.seller = { ...seller, cookie: "" };
  await launch(sound());
  expect(await eventsOf(requestId)).toEqual([]);
  await pressConsent(consentId, seller);
  await pressConsent(consentId, seller, {}, { "x-request-id": requestId });
  expect(await eventsOf(requestId)).toMatchObject([{ outcome: "refused" }]);
});
