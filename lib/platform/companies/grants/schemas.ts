import { z } from "zod";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** What a company granted an extension. */
export const companyGrantSchema = z
  .looseObject({
    client_id: z.string().meta({
      description: "The extension.",
      example: "6740f1c2a9d34e0b7c51f1aa",
    }),
    name: z.string().meta({ description: "Name of the extension.", example: "Shipfast" }),
    organization_id: z.string().meta({
      description: "Its publisher.",
      example: "6740f1c2a9d34e0b7c51f0ff",
    }),
    organization_name: z.string().meta({
      description: "Name of the publisher.",
      example: "Shipfast Labs",
    }),
    publisher_verified: z.boolean().meta({
      description: "Whether an operator has verified the publisher.",
    }),
    scopes: z.array(z.string()).meta({
      description: "What the extension may do.",
      example: ["company/orders/read"],
    }),
    granted_by: z.string().nullable().meta({
      description: "The platform's id of who granted it last, or ours; null if unknown.",
      example: "seller-4711",
    }),
    granted_at: timestamp("When it was first granted."),
    modified_at: timestamp("When it last changed."),
  })
  .meta({ id: "DirectoryCompanyGrant" });
