import { describe, expect, it } from "vitest";
import { schemasWith } from "@/lib/clients/field-schemas";
import { fieldRow, type GivenField } from "@/lib/clients/field-values";
import { clientManifestSchema, importedManifestSchema } from "@/lib/clients/manifest/schemas";
import { type ClientValues, NEW_CLIENT } from "./client-values";
import { applyManifest } from "./manifest-dialog";
import { readManifest } from "./read-manifest";
import { createBody } from "./saving-calls";

const examples = Object.entries(schemasWith({ isPortable: true })).map(([name, schema]) => [
  name,
  schema.meta()?.example ?? fieldRow(name as GivenField).initial,
]);

const MANIFEST = clientManifestSchema.parse({
  latchkey_manifest: 1,
  ...Object.fromEntries(examples),
  meta: { name: "Shipfast", description: "Prints labels.", tags: ["beta", "shipping"] },
  client_type: "partner",
  scopes: { type: "company", permissions: ["company/products/read"] },
});

const values: ClientValues = {
  ...NEW_CLIENT,
  meta: { name: "Ledger", description: "", tags: [] },
  base_url: "https://ledger.example.com",
  redirect_urls: ["https://ledger.example.com/fp/auth"],
};

const imported = (fields: object) =>
  importedManifestSchema.parse({ latchkey_manifest: 1, ...fields });

describe("a manifest applied to the form", () => {
  it("creates a client that has the same manifest", () => {
    const { latchkey_manifest: _, ...settings } = MANIFEST;
    const next = applyManifest(NEW_CLIENT, MANIFEST, true);
    expect(next).toMatchObject(settings);
    expect(settings).toMatchObject(createBody(next));
  });

  it("leaves fields that it omits unchanged", () => {
    expect(applyManifest(values, imported({}), false)).toEqual(values);
    const described = imported({ meta: { description: "New." } });
    const meta = { ...values.meta, description: "New." };
    expect(applyManifest(values, described, false)).toEqual({ ...values, meta });
  });

  it("clears fields that it sets to empty", () => {
    const empty = { base_url: null, redirect_urls: [] };
    expect(applyManifest(values, imported(empty), false)).toMatchObject(empty);
  });

  it("keeps the type of an existing client", () => {
    const manifest = imported({ client_type: "platform" });
    expect(applyManifest(values, manifest, false).client_type).toBe("extension");
    expect(applyManifest(values, manifest, true).client_type).toBe("platform");
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
