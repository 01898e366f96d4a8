import { ArrowRight, BadgeCheck, Building2, Store, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { KnownRequest } from "@/lib/consent/values";
import { ClientMark } from "../clients/client-mark";
import type { ScopeView } from "../scopes/scope-view";
import { Notice } from "../ui/notice";
import { ScrollArea } from "../ui/scroll-area";
import { type Alphabet, inspectName, UntrustedName } from "./untrusted-name";

interface ConsentHeadProps {
  request: KnownRequest<ScopeView>;
  note: ReactNode;
}

/** Names the extension, its publisher, and who would grant it access. */
export function ConsentHead({ request, note }: ConsentHeadProps) {
  const { clientName, grantorName, isChange, changes } = request;
  const asksForMore = isChange && changes.added.length > 0;
  const t = useTranslations("consent.screen");
  return (
    <>
      <Handover request={request} />
      <div className="grid gap-2">
        <h1 className="text-2xl">
          {t.rich(asksForMore ? "change" : "request", {
            client: () => <UntrustedName name={clientName} />,
            grantor: () => <UntrustedName name={grantorName} />,
            quiet: (words) => <span className="font-normal">{words}</span>,
          })}
        </h1>
        <p className="text-muted">{note}</p>
      </div>
      <NameWarning name={clientName} />
      <Publisher name={request.publisherName} verified={request.publisherVerified} />
      <Description text={request.description} />
    </>
  );
}

/** The extension's logo, pointing at the grantor. */
function Handover({ request }: { request: KnownRequest<ScopeView> }) {
  const { clientId, clientName: name, logoUri, companyId } = request;
  const GrantorIcon = companyId === null ? Building2 : Store;
  return (
    <div className="flex items-center gap-3 text-brass" aria-hidden="true">
      <ClientMark size="large" client={{ clientId, name, logoUri }} />
      <ArrowRight className="size-5 text-muted rtl:-scale-x-100" />
      <span className="grid size-10 place-items-center rounded-lg border border-line bg-bar text-bar-ink">
        <GrantorIcon className="size-5" />
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
        <BadgeCheck className="mt-0.5 size-5 shrink-0 text-success" />
        <span>{t.rich("verified", { publisher })}</span>
      </p>
    );
  }
  return (
    <p className="flex gap-2">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" />
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
