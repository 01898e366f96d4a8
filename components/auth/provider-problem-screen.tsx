import { useTranslations } from "next-intl";
import type { ClaimFault, ClaimKind, ProviderProblem } from "@/lib/platform/provider/values";
import { UntrustedName } from "../consent/untrusted-name";
import { DeadEnd } from "../errors/dead-end";
import { buttonClass } from "../ui/button";

export interface ProviderProblemScreenProps {
  problem: ProviderProblem;
  /** The claim at fault, if it was one. */
  claim: ClaimKind;
  fault: ClaimFault;
  /** Name of the provider. */
  provider: string;
  tryAgainHref: string;
  signInHref: string;
  /** The extension to continue with after signing in, or null. */
  clientName: string | null;
  /** The request that failed; empty if unknown. */
  requestId: string;
}

/** Says why signing in at the provider failed and what to do. Works without JavaScript. */
export function ProviderProblemScreen(props: ProviderProblemScreenProps) {
  const { problem, claim, fault, provider, tryAgainHref, signInHref, clientName, requestId } =
    props;
  const t = useTranslations("provider");
  const signIn = useTranslations("signIn");
  const words = { provider, claim, fault };
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
          <a href={tryAgainHref} className={buttonClass("primary")}>
            {t("problem.tryAgain", { provider })}
          </a>
          <a href={signInHref} className={buttonClass("secondary")}>
            {t("problem.otherWay")}
          </a>
        </>
      }
    >
      <p>{t(`problems.${problem}.next`, words)}</p>
      {requestId ? (
        <p className="text-muted text-sm">
          {t("problem.support")} {t("problem.request", { id: requestId })}.
        </p>
      ) : null}
    </DeadEnd>
  );
}
