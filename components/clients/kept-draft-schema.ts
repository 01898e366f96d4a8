import { z } from "zod";
import { clientTypes } from "@/lib/clients/field-values";
import { grantTypes } from "@/lib/oauth/tokens/grant-type-values";
import type { ClientDraft } from "./client-draft";

/** A draft in the tab's storage, possibly written by an earlier version of the page. */
export const keptDraftSchema: z.ZodType<ClientDraft> = z.object({
  name: z.string(),
  description: z.string(),
  tags: z.string(),
  clientType: z.enum(clientTypes),
  baseUrl: z.string(),
  redirectUrls: z.array(z.object({ key: z.int(), value: z.string() })),
  scopeType: z.string(),
  scopes: z.array(z.string()),
  grants: z.array(z.enum(grantTypes)).nullable(),
  accessTokenLifetime: z.number().nullable(),
  refreshTokenLifetime: z.number().nullable(),
  rotatesRefreshTokens: z.boolean(),
  requiresPkce: z.boolean(),
  policyUri: z.string().default(""),
  tosUri: z.string().default(""),
  supportEmail: z.string().default(""),
});
