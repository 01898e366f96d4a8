import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { allowCall } from "@/lib/gate/check/responses";

it.each([
  { clientId: "a\nb" },
  { companyId: null, organizationId: "a b" },
  { externalId: "a\r\nx-admin: 1" },
  { userId: "a b" },
  { userId: null, systemUserId: "a b" },
  { scopes: ["a b"] },
  { requestId: "a\nb" },
])(
  "security 85: no header that tells an upstream who calls has a malformed value: %o",
  (changed) => {
    const { requestId, ...caller } = {
      state: "live" as const,
      kind: "online" as const,
      clientId: newId(),
      companyId: 7,
      organizationId: null,
      userId: newId(),
      externalId: null,
      systemUserId: newId(),
      scopes: ["company/orders/read"],
      requestId: newId(),
      ...changed,
    };
    expect(() => allowCall(new Headers(), caller, requestId)).toThrow("does not have its form");
  },
);
