import { z } from "zod";
import { type ServiceScope, serviceScopes } from "@/lib/core/permissions/platform-permissions";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const GATE: ServiceScope = "platform/gate";
const DAY_SECONDS = 86_400;
/** More than there are: duplicates are ignored. */
const MAX_SCOPES = 50;

const scopeSchema = z
  .enum(serviceScopes, `must be one of ${serviceScopes.join(", ")}`)
  .meta({ example: "platform/directory/write" });

/** The body that creates a service key. */
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

/** The properties of a new service key, as sent to the API. */
export type CreateServiceKey = z.input<typeof createServiceKeySchema>;

/** The body that rotates a service key's secret. */
export const rotateServiceKeySchema = z
  .strictObject({
    overlap_seconds: z
      .int("must be a whole number of seconds")
      .min(0, "must be at least 0")
      .max(7 * DAY_SECONDS, `must be at most ${7 * DAY_SECONDS}`)
      .default(DAY_SECONDS)
      .meta({ description: "How long the other secrets keep working.", example: DAY_SECONDS }),
  })
  .meta({ id: "RotateServiceKey" });

/** The body that changes when the ending secrets of a service key end. */
export const changeServiceKeyEndSchema = z
  .strictObject({
    overlap_seconds: z
      .int("must be a whole number of seconds")
      .min(0, "must be at least 0")
      .max(7 * DAY_SECONDS, `must be at most ${7 * DAY_SECONDS}`)
      .meta({ description: "How long they keep working from now; 0 ends them.", example: 0 }),
    reason: plainLine(1, 500).optional().meta({
      description: "Why they keep working longer than before. Required in that case.",
      example: "The seller panel is deployed on Friday",
    }),
  })
  .meta({ id: "ChangeServiceKeyEnd" });

/** A live secret of a service key, without the secret itself. */
const secretSchema = z
  .looseObject({
    id: z.string().meta({ description: "Id of the secret.", example: "6740f1c2a9d34e0b7c51f2aa" }),
    last_four: z.string().meta({ description: "Its last four characters.", example: "x7Qd" }),
    created_at: timestamp("When it was created."),
    expires_at: timestamp("When it expires; null if it does not.").nullable(),
    last_used_at: timestamp("When it was last used, to the minute; null if never.").nullable(),
    seen_by_former_operator: z
      .boolean()
      .meta({ description: "Whether the person who has seen it is no longer an operator." }),
  })
  .meta({ id: "ServiceKeySecret" });

export const serviceKeySchema = z
  .looseObject({
    client_id: z
      .string()
      .meta({ description: "The API key.", example: "6740f1c2a9d34e0b7c51f2a1" }),
    name: z.string().meta({ description: "What the key is for.", example: "Seller panel" }),
    scopes: z.array(scopeSchema).meta({ description: "What the key may do." }),
    created_at: timestamp("When it was created."),
    created_by: z
      .string()
      .nullable()
      .meta({ description: "Name of the operator; null for a key made from the shell." }),
    revoked_at: timestamp("When it was revoked; null while it works.").nullable(),
    secrets: z.array(secretSchema).meta({ description: "The live secrets, newest first." }),
  })
  .meta({ id: "ServiceKey" });

/** A service key as the API answers it. */
export type ServiceKey = z.output<typeof serviceKeySchema>;

/** A service key with its new secret, which is shown only here. */
export const newServiceKeySchema = serviceKeySchema
  .extend({
    client_secret: z.string().meta({
      description: "The new secret. It is shown only in this response.",
      example: "lks_vYyPjpm0U3CdtmCNnrJGR3Nrd8cO9rY3zD0K1G0hAWgAAAAAA",
    }),
  })
  .meta({ id: "NewServiceKey" });

/** A service key with its new secret as the API answers it. */
export type ServiceKeyWithSecret = z.output<typeof newServiceKeySchema>;

export const serviceKeyListSchema = z
  .looseObject({ items: z.array(serviceKeySchema).meta({ description: "Newest first." }) })
  .meta({ id: "ServiceKeyList" });
