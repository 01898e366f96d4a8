import { z } from "zod";
import { removeGrant } from "@/lib/consent/grants/remove-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";

/** The seller revokes the grant. The extension's next call is denied, and its uninstall address is called. */
export const removeExtension = operation({
  id: "removeExtension",
  request: {
    route: "POST /company/{company_id}/extensions/{client_id}/remove",
    params: z.object({ client_id: z.string() }),
  },
  access: seller(requireDecider),
  returns: page({
    on: "/company/{company_id}/extensions/{client_id}",
    failure: sellerFailure("extensionNotRemoved"),
  }),
  async run({ caller: { session, company }, info, params: { client_id: clientId } }) {
    await removeGrant({ companyId: company.id, clientId, userId: session.userId }, info);
    return { back: "?removed=1" };
  },
});
