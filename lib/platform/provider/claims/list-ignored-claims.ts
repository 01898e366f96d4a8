import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findIgnoredClaims } from "@/lib/platform/provider/repository";

/** A company or organization in the provider's claims that gave the person no access. */
export type IgnoredClaim = { kind: "company" | "organization"; id: string };

/** The claims of this session's sign-in that gave the person no access. */
export const listIgnoredClaims = operation({
  id: "listIgnoredClaims",
  access: signedIn(),
  returns: value<IgnoredClaim[]>(),
  async run({ caller: { session } }) {
    const stored = await findIgnoredClaims(session.sessionId);
    return stored.map((text) => {
      const [kind = "", id = ""] = text.split(":", 2);
      return { kind: kind === "company" ? "company" : "organization", id };
    });
  },
});
