import { z } from "zod";

/** The sandbox company that a tool works in. */
export const sandboxCompanySchema = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: "The sandbox company.", example: 42 });
