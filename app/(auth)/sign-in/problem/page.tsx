import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { DeadEnd } from "@/components/errors/dead-end";
import { buttonClass } from "@/components/ui/button";
import { env } from "@/lib/core/env/env";
import { firstValue } from "@/lib/core/http/search-params";
import { isRequestId } from "@/lib/core/schemas/id-forms";
import {
  providerHref,
  signInHref,
  signInReturnPath,
} from "@/lib/identity/sessions/sign-in-return-path";
import { claimFaults, claimKinds, providerProblems } from "@/lib/platform/provider/values";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";

export const generateMetadata = titled("provider.problem.title");

/** Says why signing in at the provider failed and what to do. Works without JavaScript. */
export default async function ProviderProblemPage(props: PageProps) {
  const query = await props.searchParams;
  const provider = env().provider?.name;
  const problem = providerProblems.find((name) => name === firstValue(query, "error"));
  if (provider === undefined || !problem) notFound();
  const returnPath = signInReturnPath(query);
  const requestId = firstValue(query, "request");
  const clientName = await nameWaitingClient(returnPath);
  const t = await getTranslations("provider");
  const signIn = await getTranslations("signIn");
  const words = {
    provider,
    claim: claimKinds.find((name) => name === firstValue(query, "claim")) ?? "companies",
    fault: claimFaults.find((name) => name === firstValue(query, "fault")) ?? "malformed",
  };
  return (
    <DeadEnd
      title={t("problem.title")}
      about={
        clientName
          ? signIn.rich("goOnWith", { client: () => <UntrustedName name={clientName} /> })
          : t("problem.description", { provider })
      }
      what={t(`problems.${problem}.title`, words)}
      actions={
        <>
          <a href={providerHref(returnPath)} className={buttonClass("primary")}>
            {t("problem.tryAgain", { provider })}
          </a>
          <a href={signInHref(returnPath)} className={buttonClass("secondary")}>
            {t("problem.otherWay")}
          </a>
        </>
      }
    >
      <p>{t(`problems.${problem}.next`, words)}</p>
      {isRequestId(requestId) ? (
        <p className="text-muted text-sm">
          {t("problem.support")} {t("problem.request", { id: requestId })}.
        </p>
      ) : null}
    </DeadEnd>
  );
}
