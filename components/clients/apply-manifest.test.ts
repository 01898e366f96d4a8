import { describe, expect, it } from "vitest";
import { clientManifestSchema, importedManifestSchema } from "@/lib/clients/manifest/schemas";
import { applyManifest } from "./apply-manifest";
import { type ClientDraft, EMPTY_DRAFT, isDraft } from "./client-draft";
import { readManifest } from "./read-manifest";
import { createBody } from "./save-client";

const MANIFEST = clientManifestSchema.parse({
  latchkey_manifest: 1,
  meta: { name: "Shipfast", description: "Prints labels.", tags: ["beta", "shipping"] },
  client_type: "partner",
  base_url: "https://shipfast.example.com",
  redirect_urls: ["https://shipfast.example.com/fp/auth"],
  scopes: { type: "company", permissions: ["company/products/read"] },
  grants: ["authorization_code"],
  access_token_lifetime: 900,
  refresh_token_lifetime: 86_400,
  refresh_rotation: "confirm_on_use",
  require_pkce: true,
  policy_uri: "https://shipfast.example.com/privacy",
  tos_uri: null,
  support_email: "help@shipfast.example.com",
});

const draft: ClientDraft = {
  ...EMPTY_DRAFT,
  name: "Ledger",
  baseUrl: "https://ledger.example.com",
  redirectUrls: [{ key: 4, value: "https://ledger.example.com/fp/auth" }],
  grants: ["authorization_code", "refresh_token"],
};

const imported = (fields: object) =>
  importedManifestSchema.parse({ latchkey_manifest: 1, ...fields });

describe("a manifest applied to the form", () => {
  it("creates a client that has the same manifest", () => {
    const { latchkey_manifest: _, ...settings } = MANIFEST;
    expect(createBody(applyManifest(EMPTY_DRAFT, MANIFEST, true))).toEqual(settings);
  });

  it("leaves fields that it omits unchanged", () => {
    expect(applyManifest(draft, imported({}), false)).toEqual(draft);
    expect(applyManifest(draft, imported({ meta: { description: "New." } }), false)).toEqual({
      ...draft,
      description: "New.",
    });
  });

  it("clears fields that it sets to empty", () => {
    const next = applyManifest(draft, imported({ base_url: null, redirect_urls: [] }), false);
    expect(next.baseUrl).toBe("");
    expect(next.redirectUrls).toEqual([{ key: 0, value: "" }]);
  });

  it("keeps the type of an existing client", () => {
    const manifest = imported({ client_type: "platform" });
    expect(applyManifest(draft, manifest, false).clientType).toBe("extension");
    expect(applyManifest(draft, manifest, true).clientType).toBe("platform");
  });
});

describe("parsing a manifest", () => {
  const problemsOf = (text: string) => readManifest(text).problems;

  it("accepts a manifest exported by the service", () => {
    expect(readManifest(JSON.stringify(MANIFEST))).toEqual({ manifest: MANIFEST });
  });

  it("reports what is wrong with each field", () => {
    expect(problemsOf("{")).toEqual([{ kind: "notJson", path: "" }]);
    const wrong = { latchkey_manifest: 1, require_pkce: "yes", secret: "lks_", meta: { id: 1 } };
    expect(problemsOf(JSON.stringify(wrong))?.map(({ kind, path }) => [path, kind])).toEqual([
      ["meta.id", "unknownField"],
      ["require_pkce", "invalid"],
      ["secret", "unknownField"],
    ]);
  });
});

it("a stored draft is restored only with the fields and kinds of values that the form has", () => {
  const stored = { ...draft, accessTokenLifetime: null };
  const { tosUri: _, ...earlier } = stored;
  expect(isDraft(JSON.parse(JSON.stringify(stored)))).toBe(true);
  expect(isDraft(earlier)).toBe(false);
  expect(isDraft({ ...earlier, tos: "" })).toBe(false);
  expect(isDraft({ ...stored, name: null })).toBe(false);
  expect(isDraft({ ...stored, scopes: {} })).toBe(false);
  expect(isDraft(null)).toBe(false);
});
