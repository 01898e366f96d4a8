import { expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";
import { exampleApiPath, type FlowValues, fillExamples } from "./fill-examples";

const values: FlowValues = {
  clusterUrl: env().baseUrl,
  organizationId: "0".repeat(24),
  clientId: "1".repeat(24),
  secret: "paste-the-secret",
  baseUrl: "http://127.0.0.1:8090",
  grants: ["authorization_code"],
  companyId: "1",
  redirectUrl: REDIRECT_URI,
  scopes: INSTALLED_SCOPES,
  apiPath: exampleApiPath(null, "42", true),
};

it("the Node example listens at the client's address, and only on loopback without https", () => {
  expect(fillExamples(values).node).toContain('app.listen(8090, "127.0.0.1");');
  const deployed = fillExamples({ ...values, baseUrl: "https://shipfast.example.com" }).node;
  expect(deployed).toContain("app.listen(8080);");
});

it("the Java example extracts a token from a real response", () => {
  const [, pattern = ""] = /compile\("(.*)"\)\.matcher/.exec(fillExamples(values).java) ?? [];
  const parts = pattern.split('" + name + "').join("access_token");
  const match = new RegExp(JSON.parse(`"${parts}"`)).exec('{"access_token" : "lko_x","a":"b"}');
  expect(match?.[1]).toBe("lko_x");
});

it("examples call the sample API, otherwise a path that the gate opens, otherwise a placeholder", () => {
  const languages = ["node", "curl", "python", "java"] as const;
  for (const language of languages) {
    const snippet = (filled: FlowValues) => fillExamples(filled)[language];
    expect(snippet(values)).toContain("/service/application/catalog/v1.0/products/");
    const without = snippet({ ...values, apiPath: exampleApiPath(null, "42", false) });
    expect(without).toContain("/path/of/an/api");
    expect(without).not.toContain("/service/application/");
    const opened = exampleApiPath("/company/{company_id}/orders/", "42", false);
    expect(snippet({ ...values, apiPath: opened })).toContain("/company/42/orders/");
  }
});

// It loads `.env`, which a test has none of.
const withoutEnv = (snippet: string) => snippet.replace(". ./.env", ":");

it("security 122: the examples for a shell read nothing in the path, and expand the company", () => {
  const apiPath = "/$(touch created)`touch created`/it's/!x/$COMPANY_ID/orders/";
  const unknown = { ...values, companyId: "$COMPANY_ID", apiPath };
  const commands = [fillExamples(unknown).check, fillExamples(unknown).curl].map(withoutEnv);
  const variables = { COMPANY_ID: "42 43", EXTENSION_API_SECRET: "a  secret", CODE: "a code" };
  const calls = shellArguments(commands, variables);
  expect(calls.map((args) => args.at(-1))).toEqual([
    `${values.clusterUrl}/service/panel/partners/v1.0/extensions/details/${values.clientId}`,
    `${values.clusterUrl}${apiPath.replace("$COMPANY_ID", "42 43")}`,
    `${values.clusterUrl}/service/panel/authentication/v1.0/company/42 43/oauth/offline-token`,
  ]);
  expect(calls[0]?.slice(0, 2)).toEqual(["-u", `${values.clientId}:a  secret`]);
  expect(fillExamples(unknown).startJava).toContain('.java "$COMPANY_ID" "$CODE"');
  expect(fillExamples(values).startJava).toContain('.java 1 "$CODE"');
});

it("security 122: the examples in Node, Python, and Java contain any path as one text", () => {
  for (const apiPath of hostileTexts(20)) {
    const { node, python, java } = fillExamples({ ...values, apiPath });
    const [, url = ""] = /url: (.*) }\)/.exec(node) ?? [];
    expect(JSON.parse(url)).toBe(apiPath);
    const [, path = ""] = /print\(send\((.*), f"Bearer/.exec(python) ?? [];
    expect(JSON.parse(path)).toBe(apiPath);
    const [, end = ""] = /create\(CLUSTER \+ (.*)\)\)/.exec(java) ?? [];
    expect(JSON.parse(end)).toBe(apiPath);
  }
});
