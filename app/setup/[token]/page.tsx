import { headers } from "next/headers";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { DeadLink } from "@/components/auth/dead-link";
import { SetupScreen } from "@/components/auth/setup-screen";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { orTooMany } from "@/lib/identity/sessions/link";
import { isSetupOpen } from "@/lib/identity/setup/create-operator";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export const generateMetadata = titled("signIn.setup.pageTitle", { referrer: "strict-origin" });

/** Creates the first operator, for anyone with the link that the server printed. */
export default async function SetupPage(props: PageProps<"token">) {
  const { token } = await props.params;
  const { ipAddress } = readRequestInfo(await headers());
  const isOpen = await orTooMany(isSetupOpen(token, ipAddress));
  if (isOpen === "too_many_attempts") return <DeadLink reason={isOpen} />;
  if (!isOpen) return <DeadLink reason="setup" />;
  return <SetupScreen action={`/setup/${token}/operator`} invalid={await invalidFields(props)} />;
}
