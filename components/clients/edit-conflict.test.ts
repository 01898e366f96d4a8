import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestOf } from "@/lib/api/client/prepared-call";
import { type ClientDraft, DRAFT_FIELDS, EMPTY_DRAFT, isSameField } from "./client-draft";
import { conflictsOf, mergeDrafts } from "./edit-conflict";
import { savingCalls } from "./save-client";

// Few values each, so that both sides often agree.
const words = fc.constantFrom("", "one", "two");
const draft: fc.Arbitrary<ClientDraft> = fc.record({
  name: words,
  description: words,
  tags: fc.constantFrom("", "a", "a, b", " a,b,"),
  clientType: fc.constant(EMPTY_DRAFT.clientType),
  baseUrl: fc.constantFrom("", "https://a.example.com", " https://a.example.com "),
  redirectUrls: fc.array(fc.record({ key: fc.nat(9), value: words }), { maxLength: 2 }),
  scopeType: words,
  scopes: fc.subarray(["company/orders/read", "company/products/read"]),
  grants: fc.constantFrom(null, ["authorization_code" as const]),
  accessTokenLifetime: fc.constantFrom(null, 300, 3600),
  refreshTokenLifetime: fc.constantFrom(null, 3600),
  rotatesRefreshTokens: fc.boolean(),
  requiresPkce: fc.boolean(),
  policyUri: words,
  tosUri: words,
  supportEmail: words,
});
const three = fc.tuple(draft, draft, draft);

describe("two people who edit a client at the same time", () => {
  it("keep both changes when they edit different fields, in any order", () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = mergeDrafts(base, mine, theirs);
        for (const field of DRAFT_FIELDS) {
          const isMine = !isSameField(field, base, mine);
          expect(isSameField(field, merged, isMine ? mine : theirs), field).toBe(true);
        }
      }),
    );
  });

  it("are asked about exactly the fields that both changed to different values", () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const conflicts = conflictsOf(base, mine, theirs);
        for (const field of DRAFT_FIELDS) {
          const all = [base, mine, theirs].map((one, index, drafts) =>
            isSameField(field, one, drafts[(index + 1) % 3] ?? one),
          );
          expect(conflicts.includes(field), field).toBe(all.every((same) => !same));
        }
        const theirsEverywhere = Object.fromEntries(conflicts.map((field) => [field, "theirs"]));
        const merged = mergeDrafts(base, mine, theirs, theirsEverywhere);
        for (const field of conflicts) expect(isSameField(field, merged, theirs)).toBe(true);
      }),
    );
  });

  it("send only the fields they edited, never fields they may not change", () => {
    const target = { organizationId: "a".repeat(24), clientId: "b".repeat(24), version: 8 };
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = mergeDrafts(base, mine, theirs);
        const sent = savingCalls({ target, before: theirs, after: merged })
          .map((call) => requestOf(call).body)
          .join();
        if (isSameField("name", base, mine)) expect(sent).not.toContain('"name"');
        if (isSameField("redirectUrls", base, mine)) expect(sent).not.toContain("redirect_urls");
        if (isSameField("requiresPkce", base, mine)) expect(sent).not.toContain("require_pkce");
      }),
    );
  });
});
