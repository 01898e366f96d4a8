import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { DeadLink } from "@/components/auth/dead-link";
import { SetupScreen } from "@/components/auth/setup-screen";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { orTooMany } from "@/lib/identity/sessions/link";
import { isSetupOpen } from "@/lib/identity/setup/setup-link";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn.setup");
  return { title: t("pageTitle"), referrer: "strict-origin" };
}

/** Creates the first operator, for anyone with the link that the server printed. */
export default async function SetupPage(props: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const isOpen = await orTooMany(isSetupOpen(token, ipAddress));
  if (isOpen === "too_many_attempts") return <DeadLink reason={isOpen} />;
  if (!isOpen) return <DeadLink reason="setup" />;
  const invalid = firstValue(await props.searchParams, "invalid")
    .split(",")
    .filter(Boolean);
  return <SetupScreen action={`/setup/${token}/operator`} invalid={new Set(invalid)} />;
}
