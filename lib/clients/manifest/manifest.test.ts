import { describe, expect, it } from "vitest";
import { createClientSchema } from "@/lib/clients/input-schemas";
import { importedManifestSchema } from "@/lib/clients/manifest/schemas";
import { getManifest } from "@/lib/clients/read-clients";
import { clientScene } from "@/test/requests/client-scene";

const { call } = clientScene({
  name: "Shipfast",
  description: "Prints labels.",
  tags: ["shipping"],
  baseUrl: "https://shipfast.example.com",
  requirePkce: true,
  policyUri: "https://shipfast.example.com/privacy",
  supportEmail: "help@shipfast.example.com",
});
const manifest = () => call(getManifest);

describe("GET manifest", () => {
  it("contains every setting but no secret, id, or state", async () => {
    const { status, body } = await manifest();
    expect(status).toBe(200);
    expect(body).toEqual({
      latchkey_manifest: 1,
      ...createClientSchema.parse({ meta: { name: "Shipfast" } }),
      meta: { name: "Shipfast", description: "Prints labels.", tags: ["shipping"] },
      base_url: "https://shipfast.example.com",
      redirect_urls: ["https://shipfast.example.com/fp/auth"],
      scopes: { type: "company", permissions: ["company/products/read", "company/orders/read"] },
      grants: ["authorization_code", "refresh_token", "client_credentials"],
      require_pkce: true,
      policy_uri: "https://shipfast.example.com/privacy",
      support_email: "help@shipfast.example.com",
    });
  });
});

describe("importing a manifest", () => {
  const pathsOf = (value: unknown) =>
    importedManifestSchema.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];

  it.each<[string, object, string[]]>([
    ["nothing but its format", { latchkey_manifest: 1 }, []],
    ["no format", {}, ["latchkey_manifest"]],
    ["another format", { latchkey_manifest: 2 }, ["latchkey_manifest"]],
    [
      "a wrong redirect URL",
      { latchkey_manifest: 1, redirect_urls: ["https://a.example.com", "http://a.example.com"] },
      ["redirect_urls.1"],
    ],
    [
      "a wrong lifetime and type",
      { latchkey_manifest: 1, access_token_lifetime: 1, client_type: "robot" },
      ["client_type", "access_token_lifetime"],
    ],
    ["an empty name in meta", { latchkey_manifest: 1, meta: { name: "" } }, ["meta.name"]],
    ["a secret", { latchkey_manifest: 1, secret: ["lks_"] }, [""]],
  ])("reports the paths of the faults of %s", (_, value, paths) => {
    expect(pathsOf(value).toSorted()).toEqual(paths.toSorted());
  });
});
