import { company } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { listCalls } from "@/lib/requests/calls/list-calls";
import { COMPANY_CALLS, ofCompany, PAGES } from "@/lib/requests/calls/paths";
import { listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callListSchema } from "@/lib/requests/calls/schemas";

/**
 * Lists a page of the calls for a company, newest first.
 * @throws ServiceError forbidden or insufficient_scope; invalid_request for a forged cursor
 */
export const listCompanyCalls = operation({
  id: "listCompanyCalls",
  route: `GET ${COMPANY_CALLS}`,
  access: company("log:read"),
  summary: "List the calls for a company",
  description: `Lists the calls that extensions made with tokens of this company, newest first, allowed and denied. ${PAGES}`,
  tag: "Calls",
  params: ofCompany,
  query: listCallsQuerySchema,
  returns: json(callListSchema, "A page of calls."),
  async run({ params, query }) {
    const companyId = params.company_id;
    const clientId = query.client_id ?? null;
    return { body: await listCalls({ companyId, clientId }, query) };
  },
});
