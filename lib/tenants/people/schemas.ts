import { z } from "zod";

/** The address that an invitation goes to. */
export const invitedEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, "must have at most 200 characters")
  .pipe(z.email("must be an email address"))
  .meta({ description: "Whom to invite.", example: "asha@example.com" });
