import { z } from "zod";
import { DIRECTORY } from "@/lib/directory/values";
import { externalIdSchema } from "@/lib/kernel/schemas/id-schema";

export const USERS = `${DIRECTORY}/users`;
export const USER = `${USERS}/{external_id}` as const;

export const ofUser = z.object({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});
