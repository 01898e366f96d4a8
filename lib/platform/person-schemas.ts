import { z } from "zod";
import { emailSchema } from "@/lib/core/schemas/email-schema";
import { plainLine } from "@/lib/core/schemas/plain-text";

const MAX_NAME = 120;

/** The stored fields of a person, as sent. */
export const personFields = {
  email: emailSchema.nullable().optional().meta({
    description:
      "Email address; null for none. Several people may have the same, but not that of an account with a password.",
    example: "asha@example.com",
  }),
  first_name: plainLine(0, MAX_NAME).optional().meta({
    description: "First name.",
    example: "Asha",
  }),
  last_name: plainLine(0, MAX_NAME).optional().meta({
    description: "Last name.",
    example: "Rao",
  }),
};

/** A person in responses. */
export const personProperties = {
  user_id: z.string().meta({ description: "Our id.", example: "6740f1c2a9d34e0b7c51f201" }),
  external_id: z.string().nullable().meta({
    description: "The platform's id of the person; null for an account that only exists here.",
    example: "seller-4711",
  }),
  email: z.string().nullable().meta({
    description: "Email address; null if unknown.",
    example: "asha@example.com",
  }),
  first_name: z.string().meta({ description: "First name.", example: "Asha" }),
  last_name: z.string().meta({ description: "Last name.", example: "Rao" }),
};

/** Where a membership came from. */
export const sourceSchema = z.enum(["local", "directory", "claims"]).meta({
  description:
    "Where the membership came from: this service, the directory, or an ID token's claims.",
  example: "directory",
});
