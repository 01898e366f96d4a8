import { z } from "zod";

/** The sandbox company that a tool works in. */
export const sandboxCompanySchema = z
  .int()
  .min(1)
  .max(999_999_999)
  .meta({ description: "The sandbox company.", example: 42 });
