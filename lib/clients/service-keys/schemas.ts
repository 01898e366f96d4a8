import { z } from "zod";
import { type ServiceScope, serviceScopes } from "@/lib/core/permissions/platform-permissions";
import { bool, oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const GATE: ServiceScope = "platform/gate";
const DAY_SECONDS = 86_400;
const overlapSchema = z
  .int("must be a whole number of seconds")
  .min(0, "must be at least 0")
  .max(7 * DAY_SECONDS, `must be at most ${7 * DAY_SECONDS}`);
/** More than there are: duplicates are ignored. */
const MAX_SCOPES = 50;

const scopeSchema = oneOf(serviceScopes).meta({ example: "platform/directory/write" });

export const createServiceKeySchema = z
  .strictObject({
    name: plainLine(1, 120).meta({ description: "What the key is for.", example: "Seller panel" }),
    scopes: z
      .array(scopeSchema)
      .min(1, "must have at least one scope")
      .max(MAX_SCOPES, `must name at most ${MAX_SCOPES} scopes`)
      .transform((scopes) => [...new Set(scopes)].sort())
      .refine(
        (scopes) => scopes.length === 1 || !scopes.includes(GATE),
        `must not have other scopes besides ${GATE}, because proxies hold such a key`,
      )
      .meta({ description: "What the key may do.", example: ["platform/directory/write"] }),
  })
  .meta({ id: "CreateServiceKey" });

export type CreateServiceKey = z.input<typeof createServiceKeySchema>;

export const rotateServiceKeySchema = z
  .strictObject({
    overlap_seconds: overlapSchema
      .default(DAY_SECONDS)
      .meta({ description: "How long the other secrets keep working.", example: DAY_SECONDS }),
  })
  .meta({ id: "RotateServiceKey" });

export const changeServiceKeyEndSchema = z
  .strictObject({
    overlap_seconds: overlapSchema.meta({
      description: "How long they keep working from now; 0 ends them.",
      example: 0,
    }),
    reason: plainLine(1, 500).optional().meta({
      description: "Why they keep working longer than before. Required in that case.",
      example: "The seller panel is deployed on Friday",
    }),
  })
  .meta({ id: "ChangeServiceKeyEnd" });

/** A live secret of a service key, without the secret itself. */
export const secretSchema = z
  .looseObject({
    id: text("Id of the secret.", "6740f1c2a9d34e0b7c51f2aa"),
    last_four: text("Its last four characters.", "x7Qd"),
    created_at: timestamp("When it was created."),
    expires_at: timestamp("When it expires; null if it does not.").nullable(),
    last_used_at: timestamp("When it was last used, to the minute; null if never.").nullable(),
    seen_by_former_operator: bool("Whether the person who has seen it is no longer an operator."),
  })
  .meta({ id: "ServiceKeySecret" });

export const serviceKeySchema = z
  .looseObject({
    client_id: text("The API key.", "6740f1c2a9d34e0b7c51f2a1"),
    name: text("What the key is for.", "Seller panel"),
    scopes: z.array(scopeSchema).meta({ description: "What the key may do." }),
    created_at: timestamp("When it was created."),
    created_by: textOrNull("Name of the operator; null for a key made from the shell."),
    revoked_at: timestamp("When it was revoked; null while it works.").nullable(),
    secrets: z.array(secretSchema).meta({ description: "The live secrets, newest first." }),
  })
  .meta({ id: "ServiceKey" });

export type ServiceKey = z.output<typeof serviceKeySchema>;

/** A service key with its new secret, which is shown only here. */
export const newServiceKeySchema = serviceKeySchema
  .extend({
    client_secret: text(
      "The new secret. It is shown only in this response.",
      "lks_vYyPjpm0U3CdtmCNnrJGR3Nrd8cO9rY3zD0K1G0hAWgAAAAAA",
    ),
  })
  .meta({ id: "NewServiceKey" });

export type ServiceKeyWithSecret = z.output<typeof newServiceKeySchema>;

export const serviceKeyListSchema = z
  .looseObject({ items: z.array(serviceKeySchema).meta({ description: "Newest first." }) })
  .meta({ id: "ServiceKeyList" });
