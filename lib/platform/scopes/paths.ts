import { z } from "zod";
import { scopeNameSchema } from "@/lib/platform/scopes/schemas";
import { DIRECTORY } from "@/lib/platform/values";

export const SCOPES = `${DIRECTORY}/scopes`;
export const SCOPE = `${SCOPES}/{name}` as const;

export const ofScope = z.object({
  name: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Fgiftcards%2Fread`.",
    example: "company/giftcards/read",
  }),
});
