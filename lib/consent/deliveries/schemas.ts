import { z } from "zod";
import { integer, integerOrNull, oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { companyIdSchema, idSchema } from "@/lib/core/schemas/id-schema";
import { cursorListSchema, cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** Possible states of a call to an extension that has not succeeded yet. */
export const deliveryStatuses = ["waiting", "failing", "abandoned"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const listDeliveriesQuerySchema = z.object({
  ...cursorQuery,
  q: searchQuery("the extension's name, or that are its id or the subject's id"),
  status: oneOf(deliveryStatuses).optional().meta({ description: "Only calls with this status." }),
});

/** A call to an extension that has not succeeded yet. */
export const deliverySchema = z
  .looseObject({
    delivery_id: idSchema.meta({
      description: "Id of the call.",
      example: "6740f1c2a9d34e0b7c51f201",
    }),
    kind: z.enum(["uninstall", "auto_install"]).meta({
      description: "The event that the extension is notified of.",
      example: "uninstall",
    }),
    status: z.enum(deliveryStatuses).meta({
      description:
        "waiting: not tried yet, or just retried. failing: failed, and repeated at next_attempt_at. abandoned: given up.",
      example: "failing",
    }),
    client_id: text("The extension.", "6740f1c2a9d34e0b7c51f2aa"),
    client_name: text("Its name.", "Shipfast"),
    company_id: companyIdSchema
      .nullable()
      .meta({ description: "The company it is about; null for an organization.", example: 4711 }),
    organization_id: textOrNull("The organization it is about; null for a company.", null),
    subject_name: text("Name of the company or organization.", "Blue Lotus Sarees"),
    attempts: integer("Attempts so far.", 3),
    last_status: integerOrNull("HTTP status of the last attempt; null without a response.", 503),
    last_error: textOrNull("Why the last attempt failed.", "The extension responded with 503."),
    next_attempt_at: timestamp("When it is repeated; null if it was given up.").nullable(),
    created_at: timestamp("When the call was stored."),
  })
  .meta({ id: "Delivery" });

/** A call to an extension that has not succeeded yet. */
export type DeliveryResponse = z.output<typeof deliverySchema>;

export const deliveryListSchema = cursorListSchema("DeliveryList", deliverySchema);
