import { z } from "zod";

/** A SHA-256 hash in hex; upper-case letters are accepted. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, "must be a SHA-256 hash: 64 hex characters")
  .toLowerCase();
