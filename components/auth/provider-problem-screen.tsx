import { useTranslations } from "next-intl";
import type { ClaimFault, ClaimKind, ProviderProblem } from "@/lib/platform/provider/values";
import { buttonClass } from "../ui/button";
import { Notice } from "../ui/notice";
import { SignInFrame } from "./sign-in-frame";

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
  const words = { provider, claim, fault };
  return (
    <SignInFrame
      title={t("problem.title")}
      description={t("problem.description", { provider })}
      clientName={clientName}
      footer={
        requestId ? `${t("problem.support")} ${t("problem.request", { id: requestId })}.` : ""
      }
    >
      <Notice tone="error" title={t(`problems.${problem}.title`, words)} live>
        <p>{t(`problems.${problem}.next`, words)}</p>
      </Notice>
      <a href={tryAgainHref} className={buttonClass("primary", "large", "w-full")}>
        <span className="truncate">{t("problem.tryAgain", { provider })}</span>
      </a>
      <a href={signInHref} className={buttonClass("secondary", "large", "w-full")}>
        {t("problem.otherWay")}
      </a>
    </SignInFrame>
  );
}
