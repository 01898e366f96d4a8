import { type ClientChangeContext, changeClient } from "@/lib/clients/change-client";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { respondClient } from "@/lib/clients/serialize";
import { type Database, transaction } from "@/lib/core/db/client";
import { encodeImage, storeImage } from "@/lib/core/images/encode-image";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { type JsonResult, json } from "@/lib/operation/returns";

/** Gives a client the logo that `store` returns, or none. */
function changeLogo(
  context: ClientChangeContext,
  store: (tx: Database) => Promise<string | null>,
): Promise<JsonResult<typeof clientResponseSchema>> {
  return transaction(async (tx) => {
    const caller = await lockCaller(tx, context.caller, "clients:write");
    const row = await changeClient(tx, { ...context, caller }, "client.updated", async (before) => {
      requireScopeAuthority(caller, asProposed(before).scopes);
      return { logoId: await store(tx) };
    });
    return respondClient(row);
  });
}

const path = `${CLIENT_PATH}/logo` as const;

export const putClientLogo = operation({
  id: "putClientLogo",
  request: {
    route: `PUT ${path}`,
    params: ofClient,
    body: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  },
  access: organization("clients:write"),
  summary: "Upload a client's logo",
  description:
    "Stores the image in the body as the client's logo, which sellers see. It is stored as PNG or WebP, at most 512 pixels wide and high, without metadata; the response has its address in `logo_uri`. Secrets are masked in the response.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["precondition_failed"],
  async run(context) {
    const image = await encodeImage(context.body);
    return changeLogo(context, (tx) => storeImage(tx, image));
  },
});

export const deleteClientLogo = operation({
  id: "deleteClientLogo",
  request: { route: `DELETE ${path}`, params: ofClient },
  access: organization("clients:write"),
  summary: "Remove a client's logo",
  description: "Removes the client's logo, if it has one. Secrets are masked in the response.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["precondition_failed"],
  run(context) {
    return changeLogo(context, async () => null);
  },
});
