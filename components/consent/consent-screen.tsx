import { ArrowRight, BadgeCheck, Building2, Store, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SwitchAccountForm } from "../auth/sign-out-form";
import { ClientMark } from "../clients/client-mark";
import { SupportLinks } from "../extensions/support-links";
import { Button } from "../ui/button";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { ScrollArea } from "../ui/scroll-area";
import type { ConsentRequestView, Grantor } from "./consent-request";
import { ScopeChanges } from "./scope-changes";
import { type Alphabet, inspectName, UntrustedName } from "./untrusted-name";

/**
 * Asks a seller for consent. Server-rendered and a plain form: it works without JavaScript, and
 * showing it changes nothing.
 *
 * @param isAskedAgain whether an answer had no effect because the person has signed in again since
 */
export function ConsentScreen(props: { request: ConsentRequestView; isAskedAgain?: boolean }) {
  const { request, isAskedAgain = false } = props;
  const { clientName, grantor, isChange, changes } = request;
  const asksForMore = isChange && changes.added.length > 0;
  const t = useTranslations("consent.screen");
  return (
    <FocusFrame>
      {isAskedAgain ? (
        <Notice tone="warning" title={t("askedAgain.title")}>
          <p>{t("askedAgain.explanation")}</p>
        </Notice>
      ) : null}
      <div className="overflow-clip rounded-lg border border-line bg-surface shadow-panel [&_:focus-visible]:scroll-mb-40">
        <header className="grid gap-5 border-line border-b px-5 py-6 sm:px-8 sm:py-8">
          <Handover client={request} grantor={grantor} />
          <div className="grid gap-2">
            <h1 className="text-2xl">
              {t.rich(asksForMore ? "change" : "request", {
                client: () => <UntrustedName name={clientName} />,
                grantor: () => <UntrustedName name={grantor.name} />,
                quiet: (words) => <span className="font-normal">{words}</span>,
              })}
            </h1>
            <p className="text-muted">
              {grantor.companyId === null
                ? t("forOrganization")
                : t("forCompany", { id: String(grantor.companyId) })}
            </p>
          </div>
          <NameWarning name={clientName} />
          <Publisher name={request.publisherName} verified={request.publisherVerified} />
          <Description text={request.description} />
        </header>
        <div className="grid gap-8 px-5 py-6 sm:px-8">
          <ScopeChanges {...request} />
          <Terms request={request} />
        </div>
        <Decision request={request} />
      </div>
    </FocusFrame>
  );
}

/** The extension's logo, pointing at the grantor. */
function Handover({ client, grantor }: { client: ConsentRequestView; grantor: Grantor }) {
  const { clientId, clientName: name, logoUri } = client;
  const GrantorIcon = grantor.companyId === null ? Building2 : Store;
  return (
    <div className="flex items-center gap-3 text-brass" aria-hidden="true">
      <ClientMark size="large" client={{ clientId, name, logoUri }} />
      <ArrowRight className="size-5 text-muted rtl:-scale-x-100" />
      <span className="grid size-12 place-items-center rounded-lg bg-bar text-bar-ink">
        <GrantorIcon className="size-6" />
      </span>
    </div>
  );
}

function Publisher({ name, verified }: { name: string; verified: boolean }) {
  const t = useTranslations("consent.screen");
  const publisher = () => (
    <strong>
      <UntrustedName name={name} />
    </strong>
  );
  if (verified) {
    return (
      <p className="flex gap-2">
        <BadgeCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
        <span>{t.rich("verified", { publisher })}</span>
      </p>
    );
  }
  return (
    <p className="flex gap-2">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
      <span>
        {t.rich("unverified", { publisher, warning: (words) => <strong>{words}</strong> })}
      </span>
    </p>
  );
}

// Set apart and labelled as the publisher's: it must not read like ours.
function Description({ text }: { text: string }) {
  const t = useTranslations("consent.screen");
  if (text === "") return null;
  return (
    <figure className="grid gap-1 border-line border-s-2 ps-4">
      <figcaption className="text-muted text-sm">{t("describedAs")}</figcaption>
      <ScrollArea
        as="blockquote"
        className="wrap-anywhere max-h-36 overflow-y-auto whitespace-pre-line"
      >
        <bdi>{text}</bdi>
      </ScrollArea>
    </figure>
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

/** Both answers have the same size and look, so that neither is suggested, and stay in sight on screens of usual height. */
function Decision({ request }: { request: ConsentRequestView }) {
  const t = useTranslations("consent.screen");
  const look = "h-auto w-full whitespace-normal";
  return (
    <form
      action={request.action}
      method="post"
      className="bottom-0 grid gap-3 border-line border-t bg-sunken px-5 py-4 sm:grid-cols-2 sm:px-8 [@media(min-height:36rem)]:sticky"
    >
      <input type="hidden" name="csrf_token" value={request.csrfToken} />
      <Button type="submit" name="decision" value="deny" size="large" className={look}>
        {t("deny")}
      </Button>
      <Button type="submit" name="decision" value="allow" size="large" className={look}>
        <span>
          {t.rich("allow", { grantor: () => <UntrustedName name={request.grantor.name} /> })}
        </span>
      </Button>
    </form>
  );
}

/** Warns about a name that may imitate another one; nothing for ordinary names. */
function NameWarning({ name }: { name: string }) {
  const t = useTranslations("consent");
  const { warnings } = inspectName(name);
  const nameAlphabet = (alphabet: Alphabet) => t(`alphabets.${alphabet}`);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="error" title={t("nameWarning.title")}>
      {warnings.map((warning) => (
        <p key={warning.kind}>
          {warning.kind === "mixed"
            ? t("nameWarning.mixed", { alphabets: warning.alphabets.map(nameAlphabet).join(", ") })
            : t(`nameWarning.${warning.kind}`)}
        </p>
      ))}
      <p>{t("nameWarning.advice")}</p>
    </Notice>
  );
}
