import { z } from "zod";
import {
  descriptionSchema,
  grantsSchema,
  nameSchema,
  permissionsSchema,
  scopeTypeSchema,
  tagsSchema,
} from "@/lib/clients/field-schemas";
import { clientTypes } from "@/lib/clients/field-values";
import { settings } from "@/lib/clients/settings";

const FORMAT = 1;

const format = z.literal(FORMAT, `must be ${FORMAT}, the format that this version reads`).meta({
  description: "Format of the manifest.",
});

const meta = z.strictObject({ name: nameSchema, description: descriptionSchema, tags: tagsSchema });
const scopes = z.strictObject({ type: scopeTypeSchema, permissions: permissionsSchema });

const fields = {
  client_type: z.enum(clientTypes, `must be one of ${clientTypes.join(", ")}`),
  ...settings,
  grants: grantsSchema,
};

/** The portable description of a client: no secrets, ids or state. */
export const clientManifestSchema = z
  .strictObject({ latchkey_manifest: format, meta, scopes, ...fields })
  .meta({ id: "ClientManifest" });

/** An imported manifest; omitted fields stay the same. */
export const importedManifestSchema = z.strictObject({
  latchkey_manifest: format,
  ...z.strictObject({ meta: meta.partial(), scopes: scopes.partial(), ...fields }).partial().shape,
});

/** An imported manifest, parsed. */
export type ImportedManifest = z.output<typeof importedManifestSchema>;
