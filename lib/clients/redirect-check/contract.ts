import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import {
  redirectCheckResultSchema,
  redirectCheckSchema,
} from "@/lib/clients/redirect-check/schemas";
import { defineContract } from "@/lib/kernel/http/contract";

/** POST prefix/{client_id}/redirect-check. Uses a body, because pasted addresses may contain a code. */
export const checkRedirectContract = defineContract({
  operationId: "checkRedirect",
  method: "POST",
  path: `${CLIENT_PATH}/redirect-check`,
  summary: "Compare a redirect URL with the registered ones",
  description:
    "Checks whether authorize would accept a redirect_uri and, if not, shows how it differs from each registered address. Nothing is stored or changed.",
  tag: "Clients",
  permission: "clients:read",
  params: ofClient,
  body: redirectCheckSchema,
  success: {
    status: 200,
    description: "How it compares.",
    schema: redirectCheckResultSchema,
  },
});
