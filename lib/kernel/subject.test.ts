import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/kernel/errors";
import { readSubject } from "@/lib/kernel/subject";

const at = (subject: string, query = "") =>
  `http://127.0.0.1:3000/service/panel/authentication/v1.0/${subject}/oauth/token${query}`;

describe("the subject of an OAuth address", () => {
  it("is the company in the path", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (companyId) => {
        expect(readSubject(at(`company/${companyId}`))).toEqual({
          companyId,
          organizationId: null,
        });
      }),
    );
  });

  it("is the organization in the path", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{24}$/), (organizationId) => {
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

  it("is a company id within the database's integer range, an organization id, or invalid_request", () => {
    const id = fc.oneof(fc.string(), fc.integer().map(String), fc.stringMatching(/^[0-9A-F]{24}$/));
    fc.assert(
      fc.property(fc.constantFrom("company", "organization", "seller"), id, (kind, text) => {
        try {
          const { companyId, organizationId } = readSubject(at(`${kind}/${text}`));
          if (kind === "company") expect(companyId).toBe(Number(text));
          else expect(organizationId).toMatch(/^[0-9a-f]{24}$/);
        } catch (error) {
          expect(error).toMatchObject({ name: "ServiceError", code: "invalid_request" });
        }
      }),
    );
  });
});
