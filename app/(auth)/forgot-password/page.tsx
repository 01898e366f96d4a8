import { type PageProps, titled } from "@/app/page-parts";
import { ForgotPasswordScreen } from "@/components/auth/forgot-password-screen";
import { env } from "@/lib/core/env/env";
import { firstValue } from "@/lib/core/http/search-params";

export const generateMetadata = titled("signIn.forgot.title");

/** Mails a link that sets a new password, or says whom to ask for one. */
export default async function ForgotPasswordPage(props: PageProps) {
  const sent = firstValue(await props.searchParams, "sent") !== "";
  if (!env().mail) return <ForgotPasswordScreen state="no_mail" />;
  return <ForgotPasswordScreen state={sent ? "sent" : "form"} />;
}
