import { z } from "zod";
import {
  FIELD_SCHEMAS,
  META_SCHEMAS,
  metaUserIdSchema,
  newFieldSchemas,
  SCOPES_SCHEMAS,
  schemasWith,
  seconds,
} from "@/lib/clients/field-schemas";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { bounds, REVOKE_SECRETS } from "@/lib/clients/values";
import { plainLine } from "@/lib/core/schemas/plain-text";

// Bodies are strict: unknown and read-only fields are rejected by name.

type BothGrants = {
  grants?: readonly string[] | undefined;
  scopes?: { grants?: readonly string[] | undefined } | undefined;
};

function grantsAgree({ grants, scopes }: BothGrants): boolean {
  if (!grants || !scopes?.grants) return true;
  return grants.toSorted().join() === scopes.grants.toSorted().join();
}

const GRANTS_DIFFER = { path: ["grants"], message: "must equal scopes.grants if both are sent" };

const grants = FIELD_SCHEMAS.grants.optional();
const { grants: _grants, ...newFields } = newFieldSchemas();

export const createClientSchema = z
  .strictObject({
    meta: z
      .strictObject(
        {
          ...META_SCHEMAS,
          description: META_SCHEMAS.description.default(""),
          tags: META_SCHEMAS.tags.default([]),
          user_id: metaUserIdSchema.optional(),
        },
        { error: (issue) => (issue.input === undefined ? "is required, with a name" : undefined) },
      )
      .meta({ description: "`name` is required." }),
    scopes: z
      .strictObject({
        type: SCOPES_SCHEMAS.type.default("company"),
        permissions: SCOPES_SCHEMAS.permissions.default([]),
        grants,
      })
      .default({ type: "company", permissions: [] }),
    grants: grants.meta({
      description:
        "Same as `scopes.grants`; if both are sent, they must be equal. Default: authorization_code and refresh_token, plus client_credentials if a scope starts with `organization/`.",
    }),
    ...newFields,
  })
  .refine(grantsAgree, GRANTS_DIFFER)
  .meta({ id: "CreateClient" });

export type CreateClientInput = z.input<typeof createClientSchema>;

// Compared with the current value rather than parsed; a field that differs is rejected by name.
const presentValue = z.unknown().optional().meta({
  description: "Accepted only with its current value; an update does not change it.",
  readOnly: true,
});

function optional<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().shape;
}

const { meta: _, warnings: __, ...otherFields } = clientResponseSchema.shape;
const presentValues = Object.fromEntries(
  Object.keys(otherFields).map((name) => [name, presentValue]),
) as Record<keyof typeof otherFields, typeof presentValue>;

/** The body of PUT. It changes the fields of `meta` that it has, and may repeat the current values of all others. */
export const updateClientSchema = z
  .strictObject({
    ...presentValues,
    meta: z
      .strictObject({
        ...optional(META_SCHEMAS),
        user_id: metaUserIdSchema.optional().meta({
          description: "Accepted only with its current value; an update does not change it.",
          readOnly: true,
        }),
      })
      .refine((meta) => Object.keys(meta).length > 0, "must contain name, tags or description")
      .meta({
        example: {
          name: "Shipfast",
          description: "Prints shipping labels.",
          tags: ["shipping"],
        },
      }),
  })
  .meta({ id: "UpdateClient" });

export type UpdateClientInput = z.input<typeof updateClientSchema>;

export type UpdateClientBody = z.output<typeof updateClientSchema>;

const {
  grants: _grantsOfPatch,
  is_active,
  listing,
  draft_companies,
  ...settings
} = optional(schemasWith({ changedBy: "PATCH" }));

/** Request body of PATCH; omitted fields stay the same. */
export const patchClientSchema = z
  .strictObject({
    ...settings,
    scopes: z.strictObject({ ...optional(SCOPES_SCHEMAS), grants }).optional(),
    grants,
    is_active: is_active.meta({
      description:
        "false stops the client immediately: it gets no codes or tokens, and its tokens are rejected.",
    }),
    listing: listing.meta({
      description:
        "Who can install the client. Where an operator approves listings, a wider one waits for approval (`pending_review`), and any other withdraws what waits.",
    }),
    draft_companies,
    revoke_secrets: z.boolean().optional().meta({ description: REVOKE_SECRETS }),
  })
  .refine(grantsAgree, GRANTS_DIFFER)
  .refine(
    (body) => Object.keys(body).some((field) => field !== "revoke_secrets"),
    "must contain at least one field to change",
  )
  .meta({
    id: "PatchClient",
    example: {
      redirect_urls: ["https://shipfast.example.com/fp/auth"],
      access_token_lifetime: 7_200,
    },
  });

export type PatchClientInput = z.input<typeof patchClientSchema>;

export const rotateSecretSchema = z
  .strictObject({
    name: plainLine(1, 60).optional().meta({
      description: "Name of the new secret. Default: today's date.",
      example: "2026 spring",
    }),
    overlap_seconds: seconds(bounds.overlap).default(bounds.overlap.default).meta({
      description: "How long the other secrets continue to work, in seconds.",
      example: 86400,
    }),
  })
  .meta({ id: "RotateSecret" });

export type RotateSecretInput = z.input<typeof rotateSecretSchema>;

const MAX_PASSWORD_LENGTH = 1_000;

export const revealSecretSchema = z
  .strictObject({
    password: z
      .string()
      .max(MAX_PASSWORD_LENGTH, `must have at most ${MAX_PASSWORD_LENGTH} characters`)
      .optional()
      .meta({
        description: "The signed-in person's own password; not needed with a token.",
        example: "correct horse battery staple",
      }),
  })
  .meta({ id: "RevealSecret" });
