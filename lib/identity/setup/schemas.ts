import { z } from "zod";

const name = z.string().trim().min(1, "is empty").max(120, "is longer than 120 characters");

/** The form that creates the first operator. */
export const createOperatorInputSchema = z.object({
  first_name: name,
  last_name: name,
  email: z.email("is not an email address").max(200).toLowerCase(),
  password: z.string().min(12, "is shorter than 12 characters").max(200),
  /** Empty for an operator without an organization. */
  organization_name: z.string().trim().max(120, "is longer than 120 characters").default(""),
});
