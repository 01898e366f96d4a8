import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { asSubject, readSubject } from "@/lib/core/subject";

const at = (subject: string, query = "") =>
  `http://127.0.0.1:3000/service/panel/authentication/v1.0/${subject}/oauth/token${query}`;

describe("the subject of an OAuth address", () => {
  it("is never read from the query", () => {
    for (const none of ["company/x", "company/", "shop/1"]) {
      expect(() => readSubject(at(none, "?a=/company/1/oauth/"))).toThrow(ServiceError);
    }
    expect(readSubject(at("company/2", "?a=/company/1/oauth/"))).toMatchObject({ companyId: 2 });
  });

  it("is a company id up to 2^53-1, an organization id, or invalid_request", () => {
    const companyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map(String);
    const organizationId = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const digits = fc.stringMatching(/^[0-9]{15,18}$/);
    const kind = fc.constantFrom("company", "organization", "seller");
    const id = fc.oneof(companyId, organizationId, fc.string(), digits, fc.integer().map(String));
    fc.assert(
      fc.property(kind, id, (kindOfSubject, text) => {
        const isCompany = kindOfSubject === "company";
        const isValid = isCompany
          ? /^[1-9]\d*$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER
          : kindOfSubject === "organization" && /^[A-Za-z0-9_-]{1,64}$/.test(text);
        try {
          expect(readSubject(at(`${kindOfSubject}/${text}`))).toEqual({
            companyId: isCompany ? Number(text) : null,
            organizationId: isCompany ? null : text,
          });
        } catch (error) {
          expect(error).toMatchObject({ name: "ServiceError", code: "invalid_request" });
          expect(isValid, text).toBe(false);
        }
      }),
    );
  });
});

describe("the subject of a stored row", () => {
  it.each([
    { companyId: 1, organizationId: null },
    { companyId: null, organizationId: "shipfast" },
  ])("is the one that the row has: %o", (subject) => {
    expect(asSubject(subject)).toEqual(subject);
  });

  it("is missing only by mistake", () => {
    expect(() => asSubject({ companyId: null, organizationId: null })).toThrow("neither");
  });
});
