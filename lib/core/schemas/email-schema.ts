import { z } from "zod";

const MAX_LENGTH = 200;

/** An email address, in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .pipe(z.email("must be an email address"));
