import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { asSubject, readSubject } from "@/lib/core/subject";

const at = (subject: string, query = "") =>
  `http://127.0.0.1:3000/service/panel/authentication/v1.0/${subject}/oauth/token${query}`;

describe("the subject of an OAuth address", () => {
  it("is the company in the path", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (companyId) => {
        expect(readSubject(at(`company/${companyId}`))).toEqual({
          companyId,
          organizationId: null,
        });
      }),
    );
  });

  it("is the organization in the path", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), (organizationId) => {
        expect(readSubject(at(`organization/${organizationId}`))).toEqual({
          companyId: null,
          organizationId,
        });
      }),
    );
  });

  it("is never read from the query", () => {
    for (const none of ["company/x", "company/", "shop/1"]) {
      expect(() => readSubject(at(none, "?a=/company/1/oauth/"))).toThrow(ServiceError);
    }
    expect(readSubject(at("company/2", "?a=/company/1/oauth/"))).toMatchObject({ companyId: 2 });
  });

  it("is a company id up to 2^53-1, an organization id, or invalid_request", () => {
    const id = fc.oneof(fc.string(), fc.integer().map(String), fc.stringMatching(/^[0-9]{15,18}$/));
    fc.assert(
      fc.property(fc.constantFrom("company", "organization", "seller"), id, (kind, text) => {
        try {
          const { companyId, organizationId } = readSubject(at(`${kind}/${text}`));
          if (kind === "company") expect(companyId).toBe(Number(text));
          else expect(organizationId).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        } catch (error) {
          expect(error).toMatchObject({ name: "ServiceError", code: "invalid_request" });
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
