import { z } from "zod";
import {
  accessTokenLifetimeSchema,
  baseUrlSchema,
  clientSupportEmailSchema,
  descriptionSchema,
  grantsSchema,
  nameSchema,
  permissionsSchema,
  policyUriSchema,
  redirectUrlsSchema,
  refreshRotationSchema,
  refreshTokenLifetimeSchema,
  requirePkceSchema,
  scopeTypeSchema,
  tagsSchema,
  tosUriSchema,
} from "@/lib/clients/field-schemas";
import { clientTypes } from "@/lib/clients/field-values";

const FORMAT = 1;

const format = z.literal(FORMAT, `must be ${FORMAT}, the format that this version reads`).meta({
  description: "Format of the manifest.",
});

const meta = z.strictObject({ name: nameSchema, description: descriptionSchema, tags: tagsSchema });
const scopes = z.strictObject({ type: scopeTypeSchema, permissions: permissionsSchema });

const settings = {
  client_type: z.enum(clientTypes, `must be one of ${clientTypes.join(", ")}`),
  base_url: baseUrlSchema,
  redirect_urls: redirectUrlsSchema,
  grants: grantsSchema,
  access_token_lifetime: accessTokenLifetimeSchema,
  refresh_token_lifetime: refreshTokenLifetimeSchema,
  refresh_rotation: refreshRotationSchema,
  require_pkce: requirePkceSchema,
  policy_uri: policyUriSchema,
  tos_uri: tosUriSchema,
  support_email: clientSupportEmailSchema,
};

/** The portable description of a client: no secrets, ids or state. */
export const clientManifestSchema = z
  .strictObject({ latchkey_manifest: format, meta, scopes, ...settings })
  .meta({ id: "ClientManifest" });

/** An imported manifest; omitted fields stay the same. */
export const importedManifestSchema = z.strictObject({
  latchkey_manifest: format,
  ...z.strictObject({ meta: meta.partial(), scopes: scopes.partial(), ...settings }).partial()
    .shape,
});

/** An imported manifest, parsed. */
export type ImportedManifest = z.output<typeof importedManifestSchema>;
