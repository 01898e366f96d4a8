import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { PeopleError } from "@/lib/tenants/companies/people/people-error";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import { type SellerRequest, sellerForm } from "@/lib/tenants/companies/seller-form";

/** What a form on the page of a company's people works on. */
export type PeopleRequest = SellerRequest & {
  info: RequestInfo;
  /** The segment of the path that names a person or invitation. */
  id: string;
};

/**
 * Handles a form on the page of a company's people, which then says what happened.
 * @param at position of the id in the path
 * @param run returns a notice for the page, or its own response
 */
export function peopleForm(
  at: 4 | 5,
  run: (request: PeopleRequest) => Promise<PeopleNotice | Response>,
): (request: Request) => Promise<Response> {
  return sellerForm("peopleNotChanged", async (seller) => {
    const { request, company } = seller;
    const id = new URL(request.url).pathname.split("/")[at] ?? "";
    const info = readRequestInfo(request.headers);
    const answer = await orNotice(run({ ...seller, info, id }));
    if (typeof answer !== "string") return answer;
    return redirectResponse(303, `/company/${company.id}/people?notice=${answer}`);
  });
}

async function orNotice<T>(answer: Promise<T>): Promise<T | PeopleNotice> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof PeopleError) return thrown.notice;
    throw thrown;
  }
}
