import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ForgotPasswordScreen } from "@/components/auth/forgot-password-screen";
import { env } from "@/lib/core/env/env";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn.forgot");
  return { title: t("title") };
}

/** Mails a link that sets a new password, or says whom to ask for one. */
export default async function ForgotPasswordPage(props: { searchParams: Promise<SearchParams> }) {
  const sent = firstValue(await props.searchParams, "sent") !== "";
  if (!env().mail) return <ForgotPasswordScreen state="no_mail" />;
  return <ForgotPasswordScreen state={sent ? "sent" : "form"} />;
}
