import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { KnownRequest, RequestTerms } from "@/lib/consent/values";
import { SwitchAccountForm } from "../auth/sign-out-form";
import { SupportLinks } from "../extensions/publisher";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { FocusCard, FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { ConsentHead } from "./consent-head";
import { ScopeChanges } from "./scope-changes";
import { UntrustedName } from "./untrusted-name";

/** Everything the consent page shows; built on the server from the stored request. */
export interface ConsentRequestView extends KnownRequest<ScopeView>, RequestTerms {
  action: string;
  person: { name: string; email: string | null };
  /** How long access in the seller's name lasts after each launch, in seconds. */
  onlineSeconds: number;
}

/**
 * Asks a seller for consent. Works without JavaScript, and showing it changes nothing.
 * @param isAskedAgain whether an answer had no effect because the person has signed in again since
 */
export function ConsentScreen(props: { request: ConsentRequestView; isAskedAgain?: boolean }) {
  const { request, isAskedAgain = false } = props;
  const { companyId } = request;
  const t = useTranslations("consent.screen");
  const note =
    companyId === null ? t("forOrganization") : t("forCompany", { id: String(companyId) });
  return (
    <FocusFrame>
      {isAskedAgain ? (
        <Notice tone="warning" title={t("askedAgain.title")} next={t("askedAgain.explanation")} />
      ) : null}
      <FocusCard
        head={<ConsentHead request={request} note={note} />}
        foot={<Decision request={request} />}
      >
        <ScopeChanges {...request} />
        <Terms request={request} />
      </FocusCard>
    </FocusFrame>
  );
}

function Terms({ request }: { request: ConsentRequestView }) {
  const t = useTranslations("consent.screen");
  const { person, destinationHost } = request;
  return (
    <dl className="grid gap-4 border-line border-t pt-6">
      <Term label={t("howLong")}>
        <p>{t("inYourName", inHoursOrMinutes(request.onlineSeconds))}</p>
        <p>{t("inTheBackground")}</p>
      </Term>
      <Term label={t("whereNext")}>
        <p>
          {t.rich("destination", {
            host: () => <bdi className="font-mono text-sm">{destinationHost}</bdi>,
          })}
        </p>
      </Term>
      {Object.values(request.contacts).some(Boolean) ? (
        <Term label={t("aboutExtension")}>
          <SupportLinks {...request.contacts} />
        </Term>
      ) : null}
      <Term label={t("signedInAs")}>
        <p>
          {t.rich("person", {
            name: () => <bdi>{person.name}</bdi>,
            email: person.email ?? "none",
          })}
        </p>
        <SwitchAccountForm returnTo={request.restartHref} />
      </Term>
    </dl>
  );
}

/** 6 hours, 90 minutes. */
function inHoursOrMinutes(seconds: number): { unit: "hours" | "minutes"; count: number } {
  if (seconds % 3600 === 0) return { unit: "hours", count: seconds / 3600 };
  return { unit: "minutes", count: Math.round(seconds / 60) };
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <dt className="text-muted text-sm leading-6">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Both answers have the same size and look, so that neither is suggested. */
function Decision({ request }: { request: ConsentRequestView }) {
  const t = useTranslations("consent.screen");
  const look = "h-auto w-full whitespace-normal";
  return (
    <form
      action={request.action}
      method="post"
      className="grid grid-cols-2 gap-3 *:justify-self-stretch"
    >
      <input type="hidden" name="csrf_token" value={request.csrfToken} />
      <Button type="submit" name="decision" value="deny" size="large" className={look}>
        {t("deny")}
      </Button>
      <Button type="submit" name="decision" value="allow" size="large" className={look}>
        <span>
          {t.rich("allow", { grantor: () => <UntrustedName name={request.grantorName} /> })}
        </span>
      </Button>
    </form>
  );
}
