import { z } from "zod";
import { plainLine } from "@/lib/core/schemas/plain-text";

/** The form with which a person without an account accepts an invitation. */
export const newPersonFormSchema = z.object({
  first_name: plainLine(1, 120),
  last_name: plainLine(1, 120),
  password: z.string().min(12).max(200),
});
