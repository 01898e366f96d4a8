import { headers } from "next/headers";
import { invalidFields, type PageProps, titled } from "@/app/page-parts";
import { DeadLink } from "@/components/auth/dead-link";
import { RecoverScreen } from "@/components/auth/recover-screen";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { orTooMany } from "@/lib/identity/sessions/link";

// The address contains the token, which must be in no referrer. "no-referrer" would also remove the Origin header from
// the form, which would then be rejected.
export const generateMetadata = titled("signIn.recover.title", { referrer: "strict-origin" });

/** Sets a new password, for anyone with a link from the mail or the shell. */
export default async function RecoverPage(props: PageProps<"token">) {
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
      invalid={await invalidFields(props)}
    />
  );
}
