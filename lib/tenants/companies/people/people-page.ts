import { type Page, page } from "@/lib/operation/returns";
import { PeopleError } from "@/lib/tenants/companies/people/people-error";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";

/**
 * What the forms on the page of a company's people return.
 * @param invalid the notice for invalid values
 */
export function peoplePage(invalid?: PeopleNotice): Page<PeopleNotice> {
  return page<PeopleNotice>({
    on: "/company/{company_id}/people",
    failure: sellerFailure("peopleNotChanged"),
    show: (notice) => `?notice=${notice}`,
    noticeOf: (error) => (error instanceof PeopleError ? error.notice : null),
    ...(invalid && { invalid }),
  });
}
