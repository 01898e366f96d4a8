import { handleOperation } from "@/lib/api/handle-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { RoutedOperation } from "@/lib/operation/operation";
import { startLink } from "@/lib/platform/provider/link/link";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedUser,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import {
  newBrowser,
  openCallback,
  type ProviderBrowser,
  walkAtProvider,
} from "@/test/requests/sign-in-at-provider";

/** Posts a form of the profile about the link to the provider's account. */
export function postLinkForm(
  form: RoutedOperation,
  person: MintedUser,
  password = MINTED_PASSWORD,
): Promise<Response> {
  return handleOperation(form)(
    new Request(`${env().baseUrl}/profile/provider`, {
      method: "POST",
      headers: browserHeaders(person),
      body: new URLSearchParams({ password }),
    }),
  );
}

/** The notice on the page that a response leads to. */
export const noticeOf = ({ headers }: Response): string | null =>
  new URL(headers.get("location") ?? "", env().baseUrl).searchParams.get("notice");

/** A browser in which a person is signed in. */
export function browserOf(person: MintedUser): ProviderBrowser {
  const browser = newBrowser();
  const headers = { "set-cookie": person.cookie };
  browser.here.keep(new Response(null, { headers }));
  return browser;
}

/** Starts linking with the password and follows the page to the provider, up to its redirect back. */
export async function walkToLink(browser: ProviderBrowser, person: MintedUser, sub: string) {
  const page = await postLinkForm(startLink, person);
  browser.here.keep(page);
  const [, address = ""] = /<a href="([^"]+)"/.exec(await page.text()) ?? [];
  return walkAtProvider(browser, address.replaceAll("&amp;", "&"), sub);
}

/** Links a person's account. @returns the notice of the page that they return to */
export async function linkAccount(person: MintedUser, sub: string): Promise<string | null> {
  const browser = browserOf(person);
  return noticeOf(await openCallback(browser, await walkToLink(browser, person, sub)));
}

/** A person with a password, linked to an account at the provider. */
export async function mintLinked() {
  const [person, sub] = [await mintUser(), newId()];
  await linkAccount(person, sub);
  return { person, userId: person.userId, sub };
}

/** An owner's invitation that a person sent as an operator. @returns whether it has ended */
export async function mintOwnerInvitation(invitedBy: string): Promise<() => Promise<boolean>> {
  const { organizationId } = await mintOrganization();
  const { invitationId: id } = await mintInvitation(organizationId, { invitedBy, role: "owner" });
  return async () =>
    (await db().invitation.findUniqueOrThrow({ where: { id } })).revokedAt !== null;
}

/** A person as they are stored. */
export const storedUser = (id: string) => db().user.findUniqueOrThrow({ where: { id } });

/** Entries of an organization's audit log or, without one, of the platform's, oldest first. */
export const auditRowsOf = (organizationId: string | null, where: object = {}) =>
  db().auditRow.findMany({ where: { ...where, organizationId }, orderBy: { id: "asc" } });
