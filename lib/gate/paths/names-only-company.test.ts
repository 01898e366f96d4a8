import fc from "fast-check";
import { expect, it } from "vitest";
import { namesOnlyCompany } from "@/lib/gate/paths/normalize-path";

/** Queries that name no other company than 42. */
const OWN_COMPANY = `
    page_no=1 company_id=42 a=1&company_id=42&b=2 company=43 company_idx=43 x=company_id%3D43
    parent_company_id=43 company[name]=43 company=1&id=43 filter[order.id]=43 company.id=42
    filter[company_id]=42 company_id%00x=42
  `;

/** Queries that name another one, or one that could be misread. */
const OTHER_COMPANY = `
    company_id=43 company_id=42&company_id=43 company_id=43&company_id=42 a=1&company_id=
    company_id company_id=042 company_id=%34%32 company_id=42%20 company_id=4_2 company%5fid=43
    COMPANY_ID=43 Company_Id=43 company_id[]=43 company_id%5B%5D=43 company_id[0]=43
    company_id%5B=43 +company_id=43 company_id+=43 a=1;company_id=43 companyId=43 company-id=43
    %zz=1 %c0=1
  `;

/** Those that only PHP, Rails, Spring, or Express reads so. The last ones have invisible or look-alike characters. */
const OTHER_COMPANY_TO_SOME = `
    company.id=43 company+id=43 company[id=43 company%5Bid=43 company_id%00x=43
    company_id=42&company.id=43 company%00_id=43 company[id]=43 company[id][]=43
    filter[company_id]=43 filter[0][companyId]=43 filter.companyId=43 filter[company.id]=43
    filter[company[id]]=43 filter[company-id][eq]=43 company_id%E2%80%8B=43 com%C2%ADpany_id=43
    %EF%BB%BFcompany_id=43 %EF%BD%83ompany_id=43 company%EF%BC%8Eid=43 company%E3%80%80id=43
  `;

const wordsOf = (text: string) => text.trim().split(/\s+/);

it.each(["", ...wordsOf(OWN_COMPANY)])("the query %j names no other company than 42", (query) => {
  expect(namesOnlyCompany(query, "42")).toBe(true);
});

it.each([...wordsOf(OTHER_COMPANY), ...wordsOf(OTHER_COMPANY_TO_SOME)])(
  "security 86 and 105: the query %j names another company than 42, or one that could be misread",
  (query) => {
    expect(namesOnlyCompany(query, "42")).toBe(false);
  },
);

it("security 86: another company is found wherever it is in a query", () => {
  const plain = fc.array(fc.stringMatching(/^[a-z]{1,5}=[a-z0-9]{0,5}$/), { maxLength: 5 });
  fc.assert(
    fc.property(plain, plain, (before, after) => {
      const query = [...before, "company_id=43", ...after].join("&");
      expect(namesOnlyCompany(query, "42")).toBe(false);
    }),
  );
});
