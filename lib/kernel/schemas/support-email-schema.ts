import { z } from "zod";

const MAX_LENGTH = 254;

/** An e-mail address at which people get help. */
export const supportEmailSchema = z
  .email("must be an e-mail address, such as support@example.com")
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`);
