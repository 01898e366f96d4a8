import { z } from "zod";
import type { ParsedAddress } from "@/lib/core/addresses/registered-url";
import { parsePublicLink } from "@/lib/core/addresses/registered-url";

/** A link that people follow: `https` on a public host. */
export const publicLinkSchema = z.string().superRefine(asCheck(parsePublicLink));

const MAX_LENGTH = 254;

/** An email address at which people get help. */
export const supportEmailSchema = z
  .email("must be an email address, such as support@example.com")
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`);

/** Turns a parser of addresses into a check of a schema. */
export function asCheck(parse: (text: string) => ParsedAddress) {
  return (text: string, ctx: z.RefinementCtx) => {
    const { problem } = parse(text);
    if (problem !== undefined) ctx.addIssue(problem);
  };
}
