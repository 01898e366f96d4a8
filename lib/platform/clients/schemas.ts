import { z } from "zod";
import { pendingReviewSchema, reviewSchema } from "@/lib/clients/schemas";
import { clientTypes, listings } from "@/lib/clients/values";
import { flag } from "@/lib/core/http/query-values";
import { bool, integer, oneOf, text, textOrNull, texts } from "@/lib/core/schemas/described";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainText } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const MAX_REASON = 500;
const states = ["active", "suspended"] as const;

/** Orders of the list, besides that of the ids. */
const clientOrders = ["-installs", "-calls", "-denied"] as const;

const listingSchema = oneOf(listings).meta({
  description:
    "`draft`: only the sandbox company of its organization and companies named by id can install it. `unlisted`: anyone with the link. `listed`: shown to every seller.",
  example: "listed",
});

export const reasonSchema = plainText(MAX_REASON).meta({
  description: "Why.",
  example: "It sends customers' addresses to third parties.",
});

/** The body that suspends an extension, or ends its suspension. */
export const clientStatusFieldsSchema = z
  .strictObject({
    suspended: bool(
      "Whether it is suspended. Meanwhile it gets no codes or tokens, and its tokens are denied.",
      true,
    ),
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
    approve_changes: bool(
      "Whether sellers get the proposed values of the fields in `pending_review`. Otherwise these values are dropped.",
    ).default(false),
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

export const directoryClientSchema = z
  .looseObject({
    client_id: text("The API key.", "6740f1c2a9d34e0b7c51f1aa"),
    name: text("Its name.", "Shipfast"),
    description: text("What it does.", "Prints labels."),
    organization_id: text("Its publisher.", "shipfast-labs"),
    organization_name: text("Name of the publisher.", "Shipfast Labs"),
    publisher_verified: bool("Whether the platform has verified the publisher."),
    client_type: z.enum(clientTypes).meta({ description: "Its type." }),
    base_url: textOrNull("Its base URL; null for none.", "https://shipfast.example.com"),
    redirect_urls: texts("Where authorize may redirect.", ["https://shipfast.example.com/fp/auth"]),
    scopes: texts("Scopes that it may request.", ["company/orders/read"]),
    is_active: bool("Whether its publisher has it active."),
    suspended: bool("Whether an operator has suspended it.", false),
    suspended_at: timestamp("When it was suspended; null if it is not.").nullable(),
    reason: textOrNull("Why it is suspended; null if it is not.", null),
    listing: listingSchema,
    listing_requested_at: timestamp(
      "When its publisher asked for the review that is open; null without one.",
    ).nullable(),
    pending_review: pendingReviewSchema,
    review: reviewSchema,
    look_alikes: texts(
      "Names of up to five other listed extensions that look like the name that it has, or would have, on the list.",
      [],
    ),
    version: integer("Incremented with every change; the ETag.", 1),
    conformance: z
      .looseObject({
        verdict: text("`passed`, `warning`, `failed` or `skipped`.", "passed"),
        checked_at: timestamp("When the check ended."),
      })
      .nullable()
      .meta({ description: "The last conformance check at its base URL; null if there was none." }),
    created_at: timestamp("When it was registered."),
    use: z
      .looseObject({
        installs: integer(
          "Companies and organizations that have it installed, without sandboxes.",
          12,
        ),
        calls: integer("Its API calls of the last seven days (UTC).", 1_204),
        denied: integer("How many of them were denied.", 3),
      })
      .optional()
      .meta({ description: "How it is used; only in the list." }),
  })
  .meta({ id: "DirectoryClient" });

export type DirectoryClient = z.output<typeof directoryClientSchema>;

export const listClientsQuerySchema = z.object({
  ...cursorQuery,
  q: searchQuery("its name, id, tags, hosts of its redirect URLs or its publisher's name"),
  organization_id: organizationIdSchema.optional().meta({
    description: "Only those of this publisher.",
  }),
  status: oneOf(states)
    .optional()
    .meta({ description: "Only those that are suspended, or that are not." }),
  listing: oneOf(listings).optional().meta({ description: "Only those with this listing." }),
  requested: flag("Whether something about them waits for a review.").optional(),
  sort: oneOf(clientOrders).optional().meta({
    description:
      "Those with the most installs, calls, or the highest share of denied calls first. By default, they are in the order of their ids.",
  }),
});

export type ListClientsQuery = z.output<typeof listClientsQuerySchema>;
