import { z } from "zod";

/** An id of this service: 24 lower-case hex characters. */
export const idSchema = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 lower-case hex characters");
