import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { findClientStanding, rejectCredentials } from "@/lib/protocol/tokens/authenticate-client";
import { mintClient } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  type Change,
  changeClient,
  changeSecret,
  mintScene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { credentialsOf } from "@/test/requests/token-context";

const SOUND = {
  ...{ isActive: true, isSuspended: false, suspensionReason: null },
  ...{ publisherIsActive: true, subjectStatus: "active" },
};
const SUSPENDED = { isSuspended: true, suspensionReason: "It broke our rules." };

describe.each(["company", "organization"] as const)(
  "what is known about a client at a %s",
  (of) => {
    it.each<[string, Change, object | null, RegExp | null]>([
      ["nothing is wrong", async () => undefined, {}, null],
      ["its secret expires later", changeSecret({ expiresAt: new Date(2 ** 42) }), {}, null],
      ["it is inactive", changeClient({ isActive: false }), { isActive: false }, /inactive/],
      [
        "it is suspended",
        changeClient({ suspendedAt: new Date(), suspensionReason: SUSPENDED.suspensionReason }),
        ...([SUSPENDED, /this extension: It broke our rules\./] as const),
      ],
      [
        "its organization is suspended",
        ...([suspendPublisher, { publisherIsActive: false }, /publishes this extension/] as const),
      ],
      [
        "the path's is suspended",
        ...([
          suspendSubject,
          { subjectStatus: "suspended" },
          new RegExp(`suspended ${of} `),
        ] as const),
      ],
      ["it was deleted", changeClient({ deletedAt: new Date() }), null, null],
      ["its secret was revoked", changeSecret({ revokedAt: new Date() }), null, null],
      ["its secret expired", changeSecret({ expiresAt: aMinuteAgo() }), null, null],
    ])("is the reason when %s, and only a caller with the secret learns it", async (...row) => {
      const [, change, difference, message] = row;
      const scene = await mintScene(of);
      await change(scene);
      const { client, organizationId } = scene.installation;
      const credentials = credentialsOf(client);
      const expected = difference === null ? null : { ...SOUND, ...difference };
      expect(await findClientStanding(credentials, scene.subject)).toEqual(expected);
      const code = message === null ? "invalid_client" : "unauthorized_client";
      const error = await rejectCredentials(credentials, scene.subject);
      expect(error.code).toBe(code);
      if (message) expect(error.message).toMatch(message);
      const { clientSecret: otherSecret } = await mintClient(organizationId);
      for (const clientSecret of [newToken("secret"), otherSecret]) {
        const wrong = credentialsOf({ ...client, clientSecret });
        expect(await findClientStanding(wrong, scene.subject)).toBeNull();
        expect((await rejectCredentials(wrong, scene.subject)).code).toBe("invalid_client");
      }
    });

    it("says nothing about the company or organization without one in the path", async () => {
      const scene = await mintScene(of);
      await suspendSubject(scene);
      const credentials = credentialsOf(scene.installation.client);
      expect(await findClientStanding(credentials, null)).toEqual(SOUND);
    });
  },
);
