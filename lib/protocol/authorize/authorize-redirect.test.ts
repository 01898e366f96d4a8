import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { env } from "@/lib/core/env";
import {
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
});

describe("spec 4.3 rule 2: redirect_uri", () => {
  it("gets code, the unchanged state, client_id, company_id, and iss (RFC 9207)", async () => {
    const response = await callAuthorize(installation, { state: "4711" });
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { code, ...rest } = redirectParameters(response);
    expect(isTokenOfKind(code ?? "", "code")).toBe(true);
    expect(rest).toEqual({
      state: "4711",
      client_id: installation.client.clientId,
      company_id: String(installation.companyId),
      iss: `${env().baseUrl}/service/panel/authentication/v1.0/company/${installation.companyId}`,
    });
    expect(response.headers.get("location")).toMatch(`${REDIRECT_URI}?`);
  });

  it("gets no state when none was sent, and an empty one when an empty one was sent", async () => {
    expect(
      redirectParameters(await callAuthorize(installation, { state: null })),
    ).not.toHaveProperty("state");
    expect(redirectParameters(await callAuthorize(installation, { state: "" })).state).toBe("");
  });

  it.each(["client_id", "redirect_uri", "response_type"])(
    "reads that %s is missing when it has no value",
    async (name) => {
      const response = await callAuthorize(installation, { [name]: "" });
      const { error_description = await response.text() } = redirectParameters(response);
      expect(error_description).toMatch(new RegExp(`parameter .{0,6}${name}.{0,6} is missing`));
    },
  );

  it("security 14: gets any state back exactly, or the request is rejected", async () => {
    const states = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom('<script>alert("1")</script>', "%0d%0aset-cookie: a=b", "a&code=b#c", "+ +"),
    );
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        const response = await callAuthorize(installation, { state });
        if (response.status === 400) expect(state).toMatch(/[\p{Cc}\u{fffd}]/u);
        else {
          expect(redirectParameters(response).state).toBe(state);
          expect(response.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gets a state of 2,048 bytes as encoded, and a 400 that gives the figure for a longer one", async () => {
    for (const state of ["s".repeat(2_048), `${"é".repeat(341)}ss`]) {
      expect(redirectParameters(await callAuthorize(installation, { state })).state).toBe(state);
      const rejected = await callAuthorize(installation, { state: `${state}s` });
      expect(rejected.status).toBe(400);
      expect((await rejected.json()).message).toMatch(/^state has 2049 bytes/);
    }
    const address = `https://shipfast.example.com/${"a".repeat(800)}`;
    const other = await mintInstallation({ redirectUrls: [address] });
    const both = { redirect_uri: address, state: "s".repeat(2_048) };
    expect((await (await callAuthorize(other, both)).json()).message).toMatch(
      /^state and redirect_uri together have 2877 bytes/,
    );
  });

  it("security 14: gets no redirect but a 400 for a state with CR LF, NUL, 64 KB, or broken UTF-8", async () => {
    const rest = `client_id=${installation.client.clientId}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&response_type=code`;
    for (const state of ["a%0D%0Ax:%20y", "a%00", "a".repeat(65_536), "%FF%FE"]) {
      const { companyId, seller } = installation;
      const response = await sendAuthorize(companyId, `${rest}&state=${state}`, seller);
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    }
  });

  it("security 14: gets invalid_scope without injection for a scope with HTML, CR LF, or 64 KB", async () => {
    for (const scope of ["<script>", "a\r\nx: y", "a".repeat(65_536)]) {
      const response = await callAuthorize(installation, { scope });
      const sent = redirectParameters(response);
      expect(sent.error).toBe("invalid_scope");
      expect(response.headers.get("location")?.length).toBeLessThan(4096);
    }
  });

  it("sdk: keeps an application_id in its query and appends the response with &", async () => {
    const uri = `${REDIRECT_URI}?application_id=0123456789abcdef01234567`;
    const response = await callAuthorize(installation, { redirect_uri: uri });
    expect(response.headers.get("location")).toMatch(`${uri}&code=lkc_`);
  });

  it("sdk: is parsed in full when Java leaves it unencoded", async () => {
    const { client, companyId, seller } = installation;
    const query = `client_id=${client.clientId}&response_type=code&redirect_uri=${REDIRECT_URI}?application_id=0123456789abcdef01234567&state=s`;
    const response = await sendAuthorize(companyId, query, seller);
    expect(redirectParameters(response)).toMatchObject({
      application_id: "0123456789abcdef01234567",
      state: "s",
    });
    expect(redirectParameters(response)).toHaveProperty("code");
  });
});
