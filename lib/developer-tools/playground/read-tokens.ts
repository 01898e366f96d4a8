import { z } from "zod";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.int(),
  scope: z.string(),
});

/** The tokens in a token endpoint's response (RFC 6749 section 5.1). */
export function readTokens({ text }: ReadAnswer) {
  const tokens = tokensSchema.parse(JSON.parse(text));
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    seconds: tokens.expires_in,
    scope: tokens.scope,
  };
}
