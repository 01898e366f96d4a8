import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { decideAboutClient } from "@/lib/platform/clients/decide-about-client";
import {
  clientResponse,
  ofClient,
  STATUS,
  serializeClient,
} from "@/lib/platform/clients/directory-client";
import type { DirectoryClientRow } from "@/lib/platform/clients/repository";
import { clientStatusFieldsSchema, directoryClientSchema } from "@/lib/platform/clients/schemas";
import { TAG } from "@/lib/platform/values";

/**
 * Suspends an extension, or ends its suspension. Sending the same again changes nothing.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed, invalid_request without a reason
 */
export const putClientStatus = operation({
  id: "putDirectoryClientStatus",
  route: `PUT ${STATUS}`,
  access: platform("extensions:write"),
  summary: "Suspend an extension, or end its suspension",
  description:
    "The kill switch: the next call with any of its tokens is denied. Nothing is revoked, so that everything works again afterwards.",
  tag: TAG,
  params: ofClient,
  body: clientStatusFieldsSchema,
  returns: json(directoryClientSchema, "The extension.", { etag: true }),
  errors: ["precondition_failed"],
  async run({ params, body: { suspended, reason }, caller, ifMatch, info }) {
    const record = {
      kind: "client_status",
      audited: (row: DirectoryClientRow) => {
        const client = serializeClient(row);
        return { suspended: client.suspended, reason: client.reason };
      },
    };
    const row = await decideAboutClient(
      params.client_id,
      { caller, ifMatch, info },
      record,
      (before) => ({
        suspendedAt: suspended ? (before.suspendedAt ?? new Date()) : null,
        suspensionReason: suspended ? (reason ?? null) : null,
      }),
    );
    return clientResponse(row);
  },
});
