import { z } from "zod";
import {
  accessTokenLifetimeSchema,
  baseUrlSchema,
  descriptionSchema,
  grantsSchema,
  metaUserIdSchema,
  nameSchema,
  permissionsSchema,
  redirectUrlsSchema,
  refreshRotationSchema,
  refreshTokenLifetimeSchema,
  requirePkceSchema,
  scopeTypeSchema,
  tagsSchema,
} from "@/lib/clients/field-schemas";
import { bounds, clientTypes, REVOKE_SECRETS } from "@/lib/clients/field-values";
import { plainLine } from "@/lib/kernel/schemas/plain-text";

// Bodies are strict: a field that we do not know, or that callers may not set, is refused by name.

type BothGrants = {
  grants?: readonly string[] | undefined;
  scopes?: { grants?: readonly string[] | undefined } | undefined;
};

function grantsAgree({ grants, scopes }: BothGrants): boolean {
  if (!grants || !scopes?.grants) return true;
  return grants.toSorted().join() === scopes.grants.toSorted().join();
}

const GRANTS_DIFFER = { path: ["grants"], message: "must equal scopes.grants if both are sent" };

/** Body of create. */
export const createClientSchema = z
  .strictObject({
    meta: z
      .strictObject(
        {
          name: nameSchema,
          description: descriptionSchema.default(""),
          tags: tagsSchema.default([]),
          user_id: metaUserIdSchema.optional(),
        },
        { error: (issue) => (issue.input === undefined ? "is required, with a name" : undefined) },
      )
      .meta({ description: "`name` is required." }),
    scopes: z
      .strictObject({
        type: scopeTypeSchema.default("company"),
        permissions: permissionsSchema.default([]),
        grants: grantsSchema.optional(),
      })
      .default({ type: "company", permissions: [] }),
    grants: grantsSchema.optional().meta({
      description:
        "The same as `scopes.grants`; if both are sent they must be equal. Left out: authorization_code and refresh_token, and client_credentials if a scope starts with `organization/`.",
    }),
    client_type: z.enum(clientTypes).default("extension"),
    redirect_urls: redirectUrlsSchema.default([]),
    base_url: baseUrlSchema.default(null),
    access_token_lifetime: accessTokenLifetimeSchema.default(bounds.accessTokenLifetime.default),
    refresh_token_lifetime: refreshTokenLifetimeSchema.default(bounds.refreshTokenLifetime.default),
    refresh_rotation: refreshRotationSchema.default("none"),
    require_pkce: requirePkceSchema.default(false),
  })
  .refine(grantsAgree, GRANTS_DIFFER)
  .meta({ id: "CreateClient" });

/** Body of create before defaults: what forms hold. */
export type CreateClientInput = z.input<typeof createClientSchema>;

// Compared with the present value and not parsed: a field that differs is refused by its name.
const presentValue = z.unknown().optional().meta({
  description: "Accepted if it is the present value; an update does not change it.",
});

const presentValues = {
  company_id: presentValue,
  client_id: presentValue,
  secret: presentValue,
  slug: presentValue,
  scopes: presentValue,
  redirect_urls: presentValue,
  access_token_lifetime: presentValue,
  refresh_token_lifetime: presentValue,
  author: presentValue,
  is_active: presentValue,
  client_type: presentValue,
  organization_id: presentValue,
  _id: presentValue,
  created_at: presentValue,
  modified_at: presentValue,
  raw_permissions: presentValue,
  name: presentValue,
  grants: presentValue,
  base_url: presentValue,
  refresh_rotation: presentValue,
  require_pkce: presentValue,
  version: presentValue,
  last_used_at: presentValue,
  deleted_at: presentValue,
};

/**
 * Body of update (PUT): what `meta` leaves out stays as it is. The other fields of a client are
 * accepted at their present values, so that it can be sent as it was fetched.
 */
export const updateClientSchema = z
  .strictObject({
    ...presentValues,
    meta: z
      .strictObject({
        name: nameSchema.optional(),
        description: descriptionSchema.optional(),
        tags: tagsSchema.optional(),
        user_id: metaUserIdSchema.optional().meta({
          description: "Accepted if it is the present one; an update does not change it.",
        }),
      })
      .refine((meta) => Object.keys(meta).length > 0, "must hold name, tags or description")
      .meta({
        example: {
          name: "Shipfast",
          description: "Prints shipping labels.",
          tags: ["shipping"],
        },
      }),
  })
  .meta({ id: "UpdateClient" });

/** Body of update. */
export type UpdateClientInput = z.input<typeof updateClientSchema>;

/** Body of update, parsed. */
export type UpdateClientBody = z.output<typeof updateClientSchema>;

/** Body of PATCH: what is left out stays as it is. */
export const patchClientSchema = z
  .strictObject({
    redirect_urls: redirectUrlsSchema.optional(),
    base_url: baseUrlSchema.optional(),
    scopes: z
      .strictObject({
        type: scopeTypeSchema.optional(),
        permissions: permissionsSchema.optional(),
        grants: grantsSchema.optional(),
      })
      .optional(),
    grants: grantsSchema.optional(),
    access_token_lifetime: accessTokenLifetimeSchema.optional(),
    refresh_token_lifetime: refreshTokenLifetimeSchema.optional(),
    is_active: z.boolean().optional().meta({
      description: "false stops the client at once: no codes, no tokens, no bearer checks.",
    }),
    refresh_rotation: refreshRotationSchema.optional(),
    require_pkce: requirePkceSchema.optional(),
    revoke_secrets: z.boolean().optional().meta({ description: REVOKE_SECRETS }),
  })
  .refine(grantsAgree, GRANTS_DIFFER)
  .refine(
    (body) => Object.keys(body).some((field) => field !== "revoke_secrets"),
    "must hold a field to change",
  )
  .meta({
    id: "PatchClient",
    example: {
      redirect_urls: ["https://shipfast.example.com/fp/auth"],
      access_token_lifetime: 7_200,
    },
  });

/** Body of PATCH. */
export type PatchClientInput = z.input<typeof patchClientSchema>;

const overlapMessage = `must be a whole number of seconds from ${bounds.overlap.min} to ${bounds.overlap.max}`;

/** Body of a secret's rotation. */
export const rotateSecretSchema = z
  .strictObject({
    name: plainLine(1, 60)
      .optional()
      .meta({ description: "Name of the new secret; left out: the day.", example: "2026 spring" }),
    overlap_seconds: z
      .int(overlapMessage)
      .min(bounds.overlap.min, overlapMessage)
      .max(bounds.overlap.max, overlapMessage)
      .default(bounds.overlap.default)
      .meta({ description: "How long the other secrets go on working.", example: 86400 }),
  })
  .meta({ id: "RotateSecret" });

/** Body of a secret's rotation. */
export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

const MAX_PASSWORD_LENGTH = 1_000;

/** Body of a secret's revelation. */
export const revealSecretSchema = z
  .strictObject({
    password: z
      .string()
      .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`)
      .optional()
      .meta({
        description: "The signed-in person's own password; a token sends none.",
        example: "correct horse battery staple",
      }),
  })
  .meta({ id: "RevealSecret" });

/** Body of a secret's revelation. */
export type RevealSecretInput = z.input<typeof revealSecretSchema>;
