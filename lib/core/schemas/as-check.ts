import type { z } from "zod";
import type { ParsedAddress } from "@/lib/core/addresses/parse-web-address";

/** Turns a parser of addresses into a check of a schema. */
export function asCheck(parse: (text: string) => ParsedAddress) {
  return (text: string, ctx: z.RefinementCtx) => {
    const { problem } = parse(text);
    if (problem !== undefined) ctx.addIssue(problem);
  };
}
