import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import {
  detailsSnippet,
  envSnippet,
  firstTokenSnippet,
  kubernetesSnippet,
  type SnippetValues,
} from "@/lib/core/snippets/client-snippets";
import { hasControl } from "@/lib/core/snippets/shell-quoted";
import { hostileTexts } from "@/test/requests/hostile-text";
import { shellArguments } from "@/test/requests/shell-arguments";

const VALUES: SnippetValues = {
  clusterUrl: "https://api.example.com",
  organizationId: "0".repeat(24),
  clientId: "1".repeat(24),
  secret: "",
  baseUrl: "https://shipfast.example",
  grants: ["authorization_code"],
  scopes: ["company/products/read"],
};

const secrets = [
  "pw$(touch created)x",
  ...hostileTexts(200).filter((text) => !hasControl(text.replaceAll("\n", ""))),
];

describe("security 122: an imported secret", () => {
  it("reaches curl unchanged in each command, and runs nothing", () => {
    const commands = secrets.flatMap((secret) => [
      detailsSnippet({ ...VALUES, secret }),
      firstTokenSnippet({ ...VALUES, secret }),
      firstTokenSnippet({ ...VALUES, secret, grants: ["client_credentials"] }),
    ]);
    const calls = shellArguments(commands, { CODE: "a code", COMPANY_ID: "42" });
    for (const [index, secret] of secrets.entries()) {
      const [details, token, own] = calls.slice(3 * index);
      const user = ["-u", `${VALUES.clientId}:${secret}`];
      expect(details).toEqual([
        ...user,
        `${VALUES.clusterUrl}/service/panel/partners/v1.0/extensions/details/${VALUES.clientId}`,
      ]);
      expect(token).toEqual([
        ...user,
        ...["-d", "grant_type=authorization_code", "-d", "code=a code"],
        `${VALUES.clusterUrl}/service/panel/authentication/v1.0/company/42/oauth/offline-token`,
      ]);
      expect(own?.slice(0, 2)).toEqual(user);
    }
  });

  it("is a variable in a command if a terminal would act on it", () => {
    const command = detailsSnippet({ ...VALUES, secret: "\u001b[201~\rtouch created\r" });
    expect(command).toContain(`-u "${VALUES.clientId}:$UNPRINTABLE"`);
  });

  it("is one value in .env and in a Kubernetes Secret, and so is every other value", () => {
    for (const text of secrets) {
      const values = { ...VALUES, secret: text, baseUrl: text, scopes: [text] };
      const names = ["EXTENSION_API_SECRET", "EXTENSION_BASE_URL", "EXTENSION_SCOPES"];
      const env = parseEnv(envSnippet(values));
      expect(Object.keys(env)).toHaveLength(5);
      for (const name of names) {
        expect([text, "set-this-variable-yourself"]).toContain(env[name]);
      }
      const lines = kubernetesSnippet(values, "null").split("\n");
      expect(lines).toHaveLength(11);
      expect(lines).toContain('  name: "null"');
      for (const name of names) {
        const line = lines.find((each) => each.startsWith(`  ${name}: `)) ?? "";
        expect(JSON.parse(line.slice(name.length + 4))).toBe(text);
      }
    }
  });
});
