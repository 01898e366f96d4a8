import { z } from "zod";
import { clientTypes, listings } from "@/lib/clients/field-values";
import { pendingReviewSchema, reviewSchema } from "@/lib/clients/schemas";
import { flag } from "@/lib/core/http/query-values";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainText } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const MAX_REASON = 500;
const states = ["active", "suspended"] as const;

const listingSchema = z.enum(listings, `must be one of ${listings.join(", ")}`).meta({
  description:
    "`draft`: only the sandbox company of its organization and companies named by id can install it. `unlisted`: anyone with the link. `listed`: shown to every seller.",
  example: "listed",
});

/** An operator's reason for a decision. */
export const reasonSchema = plainText(MAX_REASON).meta({
  description: "Why.",
  example: "It sends customers' addresses to third parties.",
});

/** The body that suspends an extension, or ends its suspension. */
export const clientStatusFieldsSchema = z
  .strictObject({
    suspended: z.boolean().meta({
      description:
        "Whether it is suspended. Meanwhile it gets no codes or tokens, and its tokens are denied.",
      example: true,
    }),
    reason: reasonSchema.nullable().optional().meta({
      description: "Required to suspend. Its publisher and sellers read it.",
      example: "It sends customers' addresses to third parties.",
    }),
  })
  .refine(({ suspended, reason }) => !suspended || Boolean(reason), {
    path: ["reason"],
    message: "is required to suspend an extension; its publisher and sellers read it",
  })
  .meta({ id: "PutDirectoryClientStatus" });

/** The body with which an operator lists an extension, or decides against it. */
export const clientListingFieldsSchema = z
  .strictObject({
    listing: listingSchema,
    approve_changes: z.boolean().default(false).meta({
      description:
        "Whether sellers get the proposed values of the fields in `pending_review`. Otherwise these values are dropped.",
    }),
    reason: reasonSchema.nullable().optional().meta({
      description: "For the publisher, who reads it on the client's page and in `review`.",
      example: "The name belongs to another company.",
    }),
    pending_review: z.unknown().optional().meta({
      description:
        "As GET returned it, with the present listing and without `approve_changes`: decides nothing, and the review stays open.",
    }),
  })
  .meta({ id: "PutDirectoryClientListing" });

/** An extension in the directory. */
export const directoryClientSchema = z
  .looseObject({
    client_id: z.string().meta({
      description: "The API key.",
      example: "6740f1c2a9d34e0b7c51f1aa",
    }),
    name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
    description: z.string().meta({ description: "What it does.", example: "Prints labels." }),
    organization_id: z.string().meta({ description: "Its publisher.", example: "shipfast-labs" }),
    organization_name: z.string().meta({
      description: "Name of the publisher.",
      example: "Shipfast Labs",
    }),
    publisher_verified: z.boolean().meta({
      description: "Whether the platform has verified the publisher.",
    }),
    client_type: z.enum(clientTypes).meta({ description: "Its type." }),
    base_url: z.string().nullable().meta({
      description: "Its base URL; null for none.",
      example: "https://shipfast.example.com",
    }),
    redirect_urls: z.array(z.string()).meta({
      description: "Where authorize may redirect.",
      example: ["https://shipfast.example.com/fp/auth"],
    }),
    scopes: z.array(z.string()).meta({
      description: "Scopes that it may request.",
      example: ["company/orders/read"],
    }),
    is_active: z.boolean().meta({ description: "Whether its publisher has it active." }),
    suspended: z.boolean().meta({
      description: "Whether an operator has suspended it.",
      example: false,
    }),
    suspended_at: timestamp("When it was suspended; null if it is not.").nullable(),
    reason: z.string().nullable().meta({
      description: "Why it is suspended; null if it is not.",
      example: null,
    }),
    listing: listingSchema,
    listing_requested_at: timestamp(
      "When its publisher asked for the review that is open; null without one.",
    ).nullable(),
    pending_review: pendingReviewSchema,
    review: reviewSchema,
    look_alikes: z.array(z.string()).meta({
      description:
        "Names of up to five other listed extensions that look like the name that it has, or would have, on the list.",
      example: [],
    }),
    version: z.int().meta({ description: "Incremented with every change; the ETag.", example: 1 }),
    conformance: z
      .looseObject({
        verdict: z.string().meta({
          description: "`passed`, `warning`, `failed` or `skipped`.",
          example: "passed",
        }),
        checked_at: timestamp("When the check ended."),
      })
      .nullable()
      .meta({ description: "The last conformance check at its base URL; null if there was none." }),
    created_at: timestamp("When it was registered."),
  })
  .meta({ id: "DirectoryClient" });

/** An extension in the directory. */
export type DirectoryClient = z.output<typeof directoryClientSchema>;

export const listClientsQuerySchema = z.object({
  ...cursorQuery,
  q: searchQuery("its name, id, tags, hosts of its redirect URLs or its publisher's name"),
  organization_id: organizationIdSchema.optional().meta({
    description: "Only those of this publisher.",
  }),
  status: z
    .enum(states, `must be one of ${states.join(", ")}`)
    .optional()
    .meta({ description: "Only those that are suspended, or that are not." }),
  listing: z
    .enum(listings, `must be one of ${listings.join(", ")}`)
    .optional()
    .meta({ description: "Only those with this listing." }),
  requested: flag("Whether something about them waits for a review.").optional(),
});

/** Query of the list, parsed. */
export type ListClientsQuery = z.output<typeof listClientsQuerySchema>;
