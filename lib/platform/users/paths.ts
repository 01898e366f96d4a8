import { z } from "zod";
import { externalIdSchema } from "@/lib/core/schemas/id-schema";
import { DIRECTORY } from "@/lib/platform/values";

export const USERS = `${DIRECTORY}/users`;
export const USER = `${USERS}/{external_id}` as const;

export const ofUser = z.object({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});
