import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import {
  redirectCheckResultSchema,
  redirectCheckSchema,
} from "@/lib/clients/redirect-check/schemas";
import { defineContract } from "@/lib/kernel/http/contract";

/** POST prefix/{client_id}/redirect-check. A body, because what people paste may hold a code. */
export const checkRedirectContract = defineContract({
  operationId: "checkRedirect",
  method: "POST",
  path: `${CLIENT_PATH}/redirect-check`,
  summary: "Compare a redirect URL with the registered ones",
  description:
    "Says whether authorize would take a redirect_uri and, if not, which part differs from which registered address. Nothing is kept or changed.",
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
