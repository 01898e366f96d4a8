import { z } from "zod";
import { FIELD_SCHEMAS } from "@/lib/clients/field-schemas";
import { type FieldPath, pathsWith } from "@/lib/clients/field-values";
import {
  clientStatuses,
  clientTypes,
  listings,
  refreshRotations,
  rotationStates,
} from "@/lib/clients/values";
import { bool, integer, text, textOrNull, texts } from "@/lib/core/schemas/described";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { grantTypes } from "@/lib/protocol/tokens/values";

/** ClientScopes of the platform spec (section 2.2). */
const clientScopesSchema = z
  .looseObject({
    type: text("Type of the scope.", "company"),
    permissions: texts("Scopes that the client may request.", ["company/products/read"]),
    grants: z.array(z.enum(grantTypes)).meta({
      description: "Grants of the client; always equal to the top-level `grants`.",
      example: ["authorization_code", "refresh_token"],
    }),
  })
  .meta({ id: "ClientScopes" });

/** ClientMeta of the platform spec (section 2.3). */
const clientMetaSchema = z
  .looseObject({
    tags: texts("Tags of the client.", ["shipping"]),
    name: text("Name of the client.", "Shipfast"),
    description: text("Description of the client.", "Prints shipping labels."),
    user_id: text(
      "User associated with the client: the one given at creation, or else the client's system user, which API logs name for calls with its offline tokens.",
      "6740f1c2a9d34e0b7c51f201",
    ),
  })
  .meta({ id: "ClientMeta" });

/** Who registered a client or created a secret. */
const authorSchema = z
  .looseObject({
    type: z.enum(["user", "client", "system"]).meta({
      description: "A person, a client through its token, or the installation itself.",
    }),
    id: text(
      "The user's id or the client_id; empty for the installation.",
      "6740f1c2a9d34e0b7c51f201",
    ),
    name: text("Name of the person or client.", "Asha Rao"),
    email: z.string().optional().meta({ description: "Of a person.", example: "asha@example.com" }),
  })
  .meta({ id: "Author" });

const reviewedValueSchema = z.union([z.string(), z.array(z.string()), z.null()]);

/** Fields that wait for an operator's approval, by their names. */
export const pendingReviewSchema = z
  .record(
    z.string(),
    z.looseObject({
      approved: reviewedValueSchema.meta({ description: "What sellers see." }),
      proposed: reviewedValueSchema.meta({ description: "What they see once it is approved." }),
    }),
  )
  .meta({
    description:
      "The fields that wait for an operator's approval, by their names. Lists are complete. Empty if none wait.",
    example: { name: { approved: "Shipfast", proposed: "Shipfast Labels" } },
  });

const reviewShape = {
  state: z.enum(["pending", "approved", "declined"]).meta({
    description: "`pending` until an operator decides.",
    example: "declined",
  }),
  reason: textOrNull(
    "Why it was decided so; null without a reason.",
    "The name belongs to another company.",
  ),
  decided_at: timestamp("When it was decided; null while it is pending.").nullable(),
};

/** The open review of a client or the last decision. */
export const reviewSchema = z
  .looseObject(reviewShape)
  .nullable()
  .meta({ description: "The open review of the client, or the last decision; null for none." });

/** A setting in responses, with the texts of what requests send. */
function returned<S extends z.ZodType>(name: keyof typeof FIELD_SCHEMAS, schema: S): S {
  return schema.meta(FIELD_SCHEMAS[name].meta() ?? {});
}

type OptionalText = FieldPath<{ type: "text?"; initial: null }>;
const { base_url, ...optionalTexts } = Object.fromEntries(
  pathsWith({ type: "text?", initial: null }).map((name) => [
    name,
    returned(name, z.string().nullable()),
  ]),
  // `fromEntries` loses the names.
) as { [Name in OptionalText]: z.ZodNullable<z.ZodString> };

/** ClientResponseSchema of the platform spec (section 2.1), followed by Latchkey's own fields. */
export const clientResponseSchema = z
  .looseObject({
    company_id: integer("The organization's own company on the platform.", 1),
    client_id: text("Unique identifier of the client: the API key.", "6740f1c2a9d34e0b7c51f1aa"),
    secret: texts(
      "Live secrets of the client, newest first: in clear text, or masked except for the last four characters.",
      ["••••x3Qa"],
    ),
    slug: text("Slug of the client, unique in the organization, never changed.", "shipfast"),
    scopes: clientScopesSchema,
    redirect_urls: returned("redirect_urls", z.array(z.string())),
    access_token_lifetime: returned("access_token_lifetime", z.int()),
    refresh_token_lifetime: returned("refresh_token_lifetime", z.int()),
    meta: clientMetaSchema,
    author: authorSchema.meta({ description: "Who registered the client." }),
    is_active: bool("Whether the client is active."),
    status: z.enum(clientStatuses).meta({
      description:
        "`suspended` by the platform, `inactive` by its publisher, a `draft`, or `active`; the first that applies.",
    }),
    client_type: z.enum(clientTypes).meta({ description: "Type of the client." }),
    organization_id: text("Organization that owns the client.", "6740f1c2a9d34e0b7c51f0ff"),
    _id: text("Unique identifier of the client record.", "6740f1c2a9d34e0b7c51f1ab"),
    created_at: timestamp("Creation time."),
    modified_at: timestamp("Last modification time."),
    raw_permissions: texts("Permissions as last sent, before duplicates were removed.", [
      "company/products/read",
    ]),
    name: text("Same as `meta.name`.", "Shipfast"),
    grants: z.array(z.enum(grantTypes)).meta({
      description: "Same as `scopes.grants`.",
      example: ["authorization_code", "refresh_token"],
    }),
    base_url,
    listing: z.enum(listings).meta({
      description:
        "Who can install the client: `draft`, the organization and the companies in `draft_companies`; `unlisted`, anyone with the link; `listed`, every seller, who sees it in the list.",
    }),
    listing_requested_at: timestamp(
      "When the organization asked for the review that is open; null if nothing waits.",
    ).nullable(),
    pending_review: pendingReviewSchema,
    review: reviewSchema,
    scope_reviews: z
      .array(z.looseObject({ scope: text("The scope.", "company/legal/write"), ...reviewShape }))
      .meta({ description: "The restricted scopes that the client asked for." }),
    draft_companies: z.array(z.int()).meta({
      description: "Companies that may install the client while it is a draft.",
      example: [4711],
    }),
    suspended_at: timestamp(
      "When the platform suspended the client; null unless it is suspended.",
    ).nullable(),
    suspension_reason: textOrNull(
      "Why the platform suspended the client; null unless it is suspended.",
      "It sends sellers' orders to others.",
    ),
    refresh_rotation: returned("refresh_rotation", z.enum(refreshRotations)),
    require_pkce: returned("require_pkce", z.boolean()),
    logo_uri: textOrNull(
      "Address of the uploaded logo (RFC 7591); null for none.",
      "https://auth.example.com/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    ...optionalTexts,
    version: integer("Incremented with every change; the ETag.", 1),
    last_used_at: timestamp(
      "When a secret of the client was last accepted, other than for a sandbox company, accurate to a minute; null if never.",
    ).nullable(),
    deleted_at: timestamp("Set in the response to a deletion.").nullable(),
    warnings: z
      .array(
        z.looseObject({
          path: text("Field of the request.", "scopes.permissions"),
          message: text(
            "What may be wrong.",
            "The platform's catalogue has no scope company/product/read. Did you mean company/products/read?",
          ),
        }),
      )
      .optional()
      .meta({
        description:
          "What was stored although it may be a mistake, such as an unknown scope. Only in responses to POST and PATCH, and only if there is something.",
      }),
  })
  .meta({ id: "Client" });

export type ClientResponse = z.output<typeof clientResponseSchema>;

/** ClientListSchema of the platform spec (section 2.4). */
export const clientListSchema = z
  .looseObject({
    items: z.array(clientResponseSchema).meta({ description: "The clients on this page." }),
    page: walkPageSchema,
  })
  .meta({ id: "ClientList" });

export const clientSecretSchema = z
  .looseObject({
    id: text("Id of the secret.", "6740f1c2a9d34e0b7c51f1ac"),
    name: text("Name of the secret.", "first"),
    secret: text(
      "In clear text in the response that creates or reveals it, otherwise masked.",
      "••••x3Qa",
    ),
    last_four: text("Last four characters; empty if only its hash was imported.", "x3Qa"),
    created_at: timestamp("Creation time."),
    created_by: authorSchema.nullable().meta({ description: "The person who created it, if any." }),
    expires_at: timestamp("End of the overlap after a rotation; null if it has none.").nullable(),
    last_used_at: timestamp(
      "Last use, also for a sandbox company, accurate to a minute; null if never.",
    ).nullable(),
    last_used_from: textOrNull("IP address that last used it; null if unknown.", "203.0.113.7"),
    revoked_at: timestamp("Set in the response to a revocation.").nullable(),
  })
  .meta({ id: "ClientSecret" });

export type ClientSecretResponse = z.output<typeof clientSecretSchema>;

/** The progress from old secrets to the newest one. */
const secretRotationSchema = z
  .looseObject({
    state: z.enum(rotationStates).meta({
      description:
        "`waiting_for_first_use`: the newest secret has not been used yet. `old_in_use`: both the newest and an old secret are in use. `safe_to_revoke`: no old secret has been used for 24 hours.",
    }),
    newest_id: text("Id of the newest secret.", "6740f1c2a9d34e0b7c51f1ac"),
    old: z
      .array(
        z.looseObject({
          id: text("Id of the secret.", "6740f1c2a9d34e0b7c51f1ad"),
          idle_since: timestamp("Its last use, or its creation if never used."),
          safe_to_revoke: bool(
            "The newest secret is in use, and this one has not been used for 24 hours.",
          ),
        }),
      )
      .meta({ description: "The other live secrets, newest first." }),
  })
  .meta({ id: "SecretRotation" });

export const clientSecretListSchema = z
  .looseObject({
    items: z.array(clientSecretSchema).meta({ description: "Live secrets, newest first." }),
    rotation: secretRotationSchema
      .nullable()
      .meta({ description: "Null if the client has only one live secret." }),
  })
  .meta({ id: "ClientSecretList" });

export type ClientSecretListResponse = z.output<typeof clientSecretListSchema>;
