import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { DeadLink } from "@/components/auth/dead-link";
import { RecoverScreen } from "@/components/auth/recover-screen";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { orTooMany } from "@/lib/identity/sessions/link";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn.recover");
  return { title: t("title"), referrer: "strict-origin" };
}

/** Sets a new password, for anyone with a link from the mail or the shell. */
export default async function RecoverPage(props: {
  params: Promise<{ token: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const person = await orTooMany(openRecovery(token, ipAddress));
  if (person === "too_many_attempts") return <DeadLink reason={person} />;
  if (!person) return <DeadLink reason="recover" />;
  return (
    <RecoverScreen
      action={`/recover/${token}/password`}
      email={person.email}
      isMailed={person.isMailed}
      removesSecondFactor={person.removesSecondFactor}
      invalid={new Set([firstValue(await props.searchParams, "invalid")])}
    />
  );
}
