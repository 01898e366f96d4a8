import { beforeAll, expect, it } from "vitest";
import { GET as answer } from "@/lib/api/route";
import { newToken } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { basic } from "@/test/requests/call-token";

const FORM = "application/x-www-form-urlencoded";

const texts: [string, string][] = [
  ["an unknown access token", newToken("offline")],
  ["an unknown refresh token", newToken("refresh")],
  ["NUL", "\0"],
  ["NUL within", `a\0${newToken("offline")}`],
  ["control characters", "\u0001\t\r\n\u001b[31m\u007f\u009b"],
  ["white space", " \u00a0\u3000"],
  ["emoji", "🔑👩‍👩‍👧"],
  ["a lone surrogate", "a\ud800"],
  ["one character more than other parameters may have", "x".repeat(2_049)],
  ["almost the whole body", "x".repeat(65_000)],
  ["a text about NUL", "\\u0000"],
  ["a token with a space behind it", `${newToken("offline")} `],
  ["another server's token", "eyJhbGciOiJub25lIn0.e30."],
];

let authorization: string;

beforeAll(async () => {
  const { organizationId } = await mintOrganization();
  authorization = basic(await mintClient(organizationId));
});

async function send(path: "introspect" | "revoke", type: string, body: string) {
  const headers = { authorization, "content-type": type };
  const url = `${env().baseUrl}${OAUTH_PATH}/oauth/${path}`;
  const response = await answer(new Request(url, { method: "POST", headers, body }));
  return [response.status, await response.json()];
}

async function expectUnknown(type: string, body: string) {
  expect(await send("introspect", type, body)).toEqual([200, { active: false }]);
  expect(await send("revoke", type, body)).toEqual([200, {}]);
}

it.each(texts)(
  "a token of any text is inactive, and revoked without effect: %s",
  async (_, token) => {
    await expectUnknown("application/json", JSON.stringify({ token }));
    await expectUnknown(FORM, new URLSearchParams({ token }).toString());
    // Bytes that are not UTF-8.
    await expectUnknown(FORM, "token=%ff%fe%c0%80");
  },
);

it("a token that is no text, or empty, is an invalid request", async () => {
  for (const token of [1, true, ["a"], {}, "", null]) {
    for (const path of ["introspect", "revoke"] as const) {
      const [status, body] = await send(path, "application/json", JSON.stringify({ token }));
      expect([token, status, body.error]).toEqual([token, 400, "invalid_request"]);
    }
  }
});
