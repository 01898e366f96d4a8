import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { expect, test } from "@/test/browser/test";
import { companyOauth, organizationOauth } from "@/test/requests/http/post-token";

const WELL_KNOWN = "/.well-known/oauth-authorization-server";

test("RFC 8414: lists existing endpoints for each company and organization as an issuer", async ({
  request,
  demo,
}) => {
  for (const [issuer, flow] of [
    [`${OAUTH_PATH}/company/${demo.company_id}`, companyOauth(demo.company_id)],
    [`${OAUTH_PATH}/organization/${demo.organization_id}`, organizationOauth(demo.organization_id)],
  ]) {
    const answer = await request.get(`${WELL_KNOWN}${issuer}`);
    expect(answer.status()).toBe(200);
    const metadata = await answer.json();
    expect(metadata).toMatchObject({
      issuer: `${demo.base_url}${issuer}`,
      authorization_endpoint: `${demo.base_url}${flow}/authorize`,
      token_endpoint: `${demo.base_url}${flow}/token`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    });
    const endpoints = Object.entries<string>(metadata).filter(([name]) =>
      name.endsWith("_endpoint"),
    );
    expect(endpoints).toHaveLength(6);
    for (const [name, address] of endpoints) {
      // None of them supports DELETE, and each says so itself.
      expect((await request.delete(address)).status(), name).toBe(405);
    }
  }
});

test("returns no metadata for a subject that is not an issuer", async ({ request }) => {
  for (const path of ["", "/nothing", `${OAUTH_PATH}/company/0`]) {
    const answer = await request.get(`${WELL_KNOWN}${path}`);
    expect(answer.status(), path).toBe(404);
    expect((await answer.json()).error).toBe("not_found");
  }
});
