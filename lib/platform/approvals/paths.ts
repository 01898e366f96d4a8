import { CLIENT, ofClient } from "@/lib/platform/clients/paths";
import { scopeNameSchema } from "@/lib/platform/scopes/schemas";

export const OF_CLIENT = `${CLIENT}/scopes` as const;
export const APPROVAL = `${OF_CLIENT}/{scope}` as const;

export const ofApproval = ofClient.extend({
  scope: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Flegal%2Fwrite`.",
    example: "company/legal/write",
  }),
});
