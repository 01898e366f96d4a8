import { removeGrant } from "@/lib/consent/grants/remove-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { redirectResponse } from "@/lib/core/http/responses";
import { sellerForm } from "@/lib/tenants/companies/seller-form";

/**
 * POST `/company/{company_id}/extensions/{client_id}/remove`: the seller revokes the grant. The extension's next call
 * is denied, and its uninstall address is called.
 */
export const removeExtension = sellerForm(
  "extensionNotRemoved",
  async ({ request, session, company }) => {
    requireDecider(company.role);
    const clientId = new URL(request.url).pathname.split("/")[4] ?? "";
    await removeGrant({ companyId: company.id, clientId, userId: session.userId });
    return redirectResponse(303, `/company/${company.id}/extensions/${clientId}?removed=1`);
  },
);
