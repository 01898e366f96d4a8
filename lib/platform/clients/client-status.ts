import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";
import { decideAboutClient } from "@/lib/platform/clients/decide-about-client";
import type { DirectoryClientRow } from "@/lib/platform/clients/repository";
import { clientStatusFieldsSchema } from "@/lib/platform/clients/schemas";
import { TAG } from "@/lib/platform/values";

const { path, access, params, returns } = directoryClients.get;
const STATUS = `${path}/status` as const;

/** One extension with its suspension. @throws ServiceError forbidden, insufficient_scope, not_found */
export const getClientStatus = operation({
  id: "getDirectoryClientStatus",
  request: { route: `GET ${STATUS}`, params },
  access,
  summary: "Fetch whether an extension is suspended",
  description: "Returns the extension with its suspension.",
  tag: TAG,
  returns,
  run: (context) => perform(directoryClients.get, context),
});

/**
 * Suspends an extension, or ends its suspension. Sending the same again changes nothing.
 * @throws ServiceError forbidden, insufficient_scope, not_found, precondition_failed, invalid_request without a reason
 */
export const putClientStatus = operation({
  id: "putDirectoryClientStatus",
  request: { route: `PUT ${STATUS}`, params, body: clientStatusFieldsSchema },
  access: platform("extensions:write"),
  summary: "Suspend an extension, or end its suspension",
  description:
    "The kill switch: the next call with any of its tokens is denied. Nothing is revoked, so that everything works again afterwards.",
  tag: TAG,
  returns,
  errors: ["precondition_failed"],
  async run({ params, body: { suspended, reason }, caller, ifMatch, info }) {
    const record = {
      kind: "client_status",
      audited: (row: DirectoryClientRow) => {
        const { suspended, reason } = directoryClients.respond(row).body;
        return { suspended, reason };
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
    return directoryClients.respond(row);
  },
});
