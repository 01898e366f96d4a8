import { beforeEach, describe, expect, it } from "vitest";
import { mintClient } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintExtension,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

// RFC 6749 sections 3.1 and 3.2 treat a parameter without a value as omitted. Section 3.3: a
// request without scope gets a default, or invalid_scope if there is none.
const EMPTY = [undefined, null, "", " ", ",", " , ", [], [""], "offline_access"];
const ALL = INSTALLED_SCOPES.join(",");

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

describe.each(EMPTY.map((scope) => [JSON.stringify(scope) ?? "left out", scope] as const))(
  "an empty scope (%s) counts as missing",
  (_, scope) => {
    it("authorize requests all of the client's scopes", async () => {
      if (Array.isArray(scope)) return;
      const answer = await callAuthorize(installation, { scope: scope ?? null });
      const { code } = redirectParameters(answer);
      const { body } = await exchange("online", installation, textOf(code));
      expect(textOf(body.scope).split(",").toSorted().join()).toBe(ALL);
    });

    it("an exchange returns everything that was granted", async () => {
      const { body } = await exchange("offline", installation, await mintCode(installation), {
        scope,
      });
      expect(textOf(body.scope).split(",").toSorted().join()).toBe(ALL);
    });

    it("a refresh returns everything that was granted", async () => {
      const { body } = await refresh(installation, await mintRefreshToken(installation), { scope });
      expect(textOf(body.scope).split(",").toSorted().join()).toBe(ALL);
    });

    it("client_credentials returns all of the client's scopes for the subject", async () => {
      const scopes = ["organization/clients/read", "company/orders/read"];
      const client = await mintClient(installation.organizationId, { scopes });
      const { body } = await callToken(
        "online",
        { ...installation, client },
        {
          json: { grant_type: "client_credentials", scope },
          subject: `organization/${installation.organizationId}`,
        },
      );
      expect(body.scope).toBe("organization/clients/read");
    });
  },
);

describe("a missing scope without a default", () => {
  it("gets invalid_scope at redirect_uri from authorize", async () => {
    const extension = await mintExtension({ scopes: [] });
    const answer = await callAuthorize(extension, { scope: "" });
    expect(redirectParameters(answer)).toMatchObject({ error: "invalid_scope" });
  });

  it("gets invalid_scope from client_credentials", async () => {
    const client = await mintClient(installation.organizationId, {
      scopes: ["company/orders/read"],
    });
    const { status, body } = await callToken(
      "online",
      { ...installation, client },
      {
        json: { grant_type: "client_credentials", scope: "" },
        subject: `organization/${installation.organizationId}`,
      },
    );
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_scope");
  });
});
