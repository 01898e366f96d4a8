import { z } from "zod";

const MAX_LENGTH = 254;

/** An email address at which people get help. */
export const supportEmailSchema = z
  .email("must be an email address, such as support@example.com")
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`);
