import { findIgnoredClaims } from "@/lib/platform/provider/repository";

/** A company or organization in the provider's claims that gave the person no access. */
export type IgnoredClaim = { kind: "company" | "organization"; id: string };

/** The claims of this session's sign-in that gave the person no access. */
export async function listIgnoredClaims(sessionId: string): Promise<IgnoredClaim[]> {
  const stored = await findIgnoredClaims(sessionId);
  return stored.map((text) => {
    const [kind = "", id = ""] = text.split(":", 2);
    return { kind: kind === "company" ? "company" : "organization", id };
  });
}
