import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { findClientStanding, rejectCredentials } from "@/lib/protocol/tokens/authenticate-client";
import { mintClient } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  changeClient,
  changeSecret,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { credentialsOf } from "@/test/requests/token-context";

const SOUND = {
  ...{ isActive: true, isSuspended: false, suspensionReason: null },
  ...{ publisherIsActive: true, subjectStatus: "active" },
};
const REASON = "It broke our rules.";

describe.each(["company", "organization"] as const)("a client's standing at a %s", (of) => {
  let scene: Scene;

  beforeEach(async () => {
    scene = await mintScene(of);
  });

  const find = (client = scene.installation.client) =>
    findClientStanding(credentialsOf(client), scene.subject);

  it.each([
    ["it is active", async () => undefined, {}],
    ["its secret expires later", changeSecret({ expiresAt: new Date(Date.now() + 60_000) }), {}],
    ["it is inactive", changeClient({ isActive: false }), { isActive: false }],
    [
      "it is suspended",
      changeClient({ suspendedAt: new Date(), suspensionReason: REASON }),
      { isSuspended: true, suspensionReason: REASON },
    ],
    ["its organization is suspended", suspendPublisher, { publisherIsActive: false }],
    ["the path's is suspended", suspendSubject, { subjectStatus: "suspended" }],
  ])("is known when %s", async (_what, change, difference) => {
    await change(scene);
    expect(await find()).toEqual({ ...SOUND, ...difference });
  });

  it.each([
    ["it was deleted", changeClient({ deletedAt: new Date() })],
    ["its secret was revoked", changeSecret({ revokedAt: new Date() })],
    ["its secret expired", changeSecret({ expiresAt: aMinuteAgo() })],
  ])("is not known when %s", async (_what, change) => {
    await change(scene);
    expect(await find()).toBeNull();
  });

  it.each([
    ["the client", changeClient({ isActive: false }), /inactive/],
    ["its publisher", suspendPublisher, /publishes this extension/],
    ["the path's", suspendSubject, new RegExp(`suspended ${of} `)],
  ])(
    "tells only a caller with the secret that %s is not active",
    async (_what, change, message) => {
      const { client } = scene.installation;
      const reject = (clientSecret = client.clientSecret) =>
        rejectCredentials(credentialsOf({ ...client, clientSecret }), scene.subject);
      const unknown = { code: "invalid_client" };
      expect(await reject()).toMatchObject(unknown);
      await change(scene);
      expect(await reject(newToken("secret"))).toMatchObject(unknown);
      expect(await reject()).toMatchObject({
        code: "unauthorized_client",
        message: expect.stringMatching(message),
      });
    },
  );

  it("is not known with a wrong secret, or that of another client", async () => {
    const { client, organizationId } = scene.installation;
    const { clientSecret } = await mintClient(organizationId);
    expect(await find({ ...client, clientSecret })).toBeNull();
    expect(await find({ ...client, clientSecret: newToken("secret") })).toBeNull();
  });

  it("is known without a company or organization in the path", async () => {
    await suspendSubject(scene);
    const credentials = credentialsOf(scene.installation.client);
    expect(await findClientStanding(credentials, null)).toEqual(SOUND);
  });
});
