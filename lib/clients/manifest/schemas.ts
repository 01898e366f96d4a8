import { z } from "zod";
import { META_SCHEMAS, SCOPES_SCHEMAS, schemasWith } from "@/lib/clients/field-schemas";

/** The format that this version reads and writes. */
export const FORMAT = 1 as const;

const format = z.literal(FORMAT, `must be ${FORMAT}, the format that this version reads`).meta({
  description: "Format of the manifest.",
});

const meta = z.strictObject(META_SCHEMAS);
const scopes = z.strictObject(SCOPES_SCHEMAS);
const fields = schemasWith({ isPortable: true });

/** The portable description of a client: no secrets, ids or state. */
export const clientManifestSchema = z
  .strictObject({ latchkey_manifest: format, meta, scopes, ...fields })
  .meta({ id: "ClientManifest" });

export type ClientManifest = z.output<typeof clientManifestSchema>;

/** An imported manifest; omitted fields stay the same. */
export const importedManifestSchema = z.strictObject({
  latchkey_manifest: format,
  ...z.strictObject({ meta: meta.partial(), scopes: scopes.partial(), ...fields }).partial().shape,
});

export type ImportedManifest = z.output<typeof importedManifestSchema>;
