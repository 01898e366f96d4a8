import { expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import {
  INSTALLED_SCOPES,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { fdkSnippet } from "./fdk-snippet";
import {
  authorizeAddress,
  curlSnippet,
  exampleApiPath,
  type FlowValues,
  javaSnippet,
  pythonSnippet,
} from "./quick-start-snippets";

const values: FlowValues = {
  clusterUrl: env().baseUrl,
  organizationId: "0".repeat(24),
  clientId: "1".repeat(24),
  secret: "$EXTENSION_API_SECRET",
  baseUrl: "http://127.0.0.1:8090",
  grants: ["authorization_code"],
  companyId: "1",
  redirectUrl: REDIRECT_URI,
  scopes: INSTALLED_SCOPES,
  apiPath: exampleApiPath(true, null, "42"),
};

it("the authorize URL in the examples returns a code", async () => {
  const { client, companyId, seller } = await mintInstallation();
  const { clientId } = client;
  const address = authorizeAddress({ ...values, clientId, companyId: String(companyId) });
  const answer = await authorize(new Request(address, { headers: { cookie: seller.cookie } }));
  expect(answer.headers.get("location")).toContain(`${REDIRECT_URI}?code=lkc_`);
});

it("the Node example listens at the client's address, and only on loopback without https", () => {
  expect(fdkSnippet(values)).toContain('app.listen(8090, "127.0.0.1");');
  const deployed = fdkSnippet({ ...values, baseUrl: "https://shipfast.example.com" });
  expect(deployed).toContain("app.listen(8080);");
});

it("the Java example extracts a token from a real response", () => {
  const [, pattern = ""] = /compile\("(.*)"\)\.matcher/.exec(javaSnippet(values)) ?? [];
  const parts = pattern.split('" + name + "').join("access_token");
  const found = new RegExp(JSON.parse(`"${parts}"`)).exec('{"access_token" : "lko_x","a":"b"}');
  expect(found?.[1]).toBe("lko_x");
});

it("examples call the sample API, otherwise a path that the gate opens, otherwise a placeholder", () => {
  const snippets = [fdkSnippet, curlSnippet, pythonSnippet, javaSnippet];
  for (const snippet of snippets) {
    expect(snippet(values)).toContain("/service/application/catalog/v1.0/products/");
    const without = snippet({ ...values, apiPath: exampleApiPath(false, null, "42") });
    expect(without).toContain("/path/of/an/api");
    expect(without).not.toContain("/service/application/");
    const opened = exampleApiPath(false, "/company/{company_id}/orders/", "42");
    expect(snippet({ ...values, apiPath: opened })).toContain("/company/42/orders/");
  }
});
