import { openConsent } from "@/lib/consent/open-consent";
import type { ConsentView } from "@/lib/consent/values";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { MintedUser } from "@/test/factories/mint";

/** What the consent page of a stored request shows to a signed-in person. */
export async function openConsentPage(id: string, { cookie }: MintedUser): Promise<ConsentView> {
  const session = await readSession(new Headers({ cookie }));
  if (!session) throw new Error("The person is not signed in");
  return openConsent(id, session);
}
