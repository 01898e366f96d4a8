import { newId } from "@/lib/core/crypto/ids";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import type { Session } from "@/lib/operation/access/session";

/** The caller of a page of a person's account. */
export function sessionOf(userId: string): { session: Session } {
  const name = { firstName: "Nia", lastName: "Okafor" };
  return { session: { sessionId: newId(), userId, operatorRole: null, email: null, ...name } };
}

/** An owner of a company, as its pages call operations. */
export function sellerOf(companyId: number): SellerCaller {
  const company = { id: companyId, name: "Acme Retail", status: "active", role: "owner" } as const;
  return { ...sessionOf(newId()), company };
}
