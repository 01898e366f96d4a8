import { findIgnoredClaims } from "@/lib/platform/provider/repository";

/** A company or organization that the provider named and that gave the person nothing. */
export type IgnoredClaim = { kind: "company" | "organization"; id: string };

/** What the provider named when this session was opened, and what gave the person nothing. */
export async function listIgnoredClaims(sessionId: string): Promise<IgnoredClaim[]> {
  const stored = await findIgnoredClaims(sessionId);
  return stored.map((text) => {
    const [kind = "", id = ""] = text.split(":", 2);
    return { kind: kind === "company" ? "company" : "organization", id };
  });
}
