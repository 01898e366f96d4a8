import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { recordStatements } from "@/test/process/record-statements";
import { redirectParameters } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { basic } from "@/test/requests/call-token";

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
  clientId: installation.client.clientId,
  companyId: installation.companyId,
  organizationId: null,
  authenticated: false,
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

describe("without a code", () => {
  it("no event is recorded when consent is requested, or no one is signed in", async () => {
    await launch({ ...sound(), prompt: "consent" });
    installation.seller.cookie = "";
    await launch(sound());
    expect(await eventsOf(requestId)).toEqual([]);
  });

  it("no event is recorded for a second press of Allow", async () => {
    const consentId = await requestConsent(installation, { prompt: "consent" });
    await pressConsent(consentId, installation.seller);
    await pressConsent(consentId, installation.seller, {}, { "x-request-id": requestId });
    expect(await eventsOf(requestId)).toMatchObject([{ outcome: "refused" }]);
  });
});
