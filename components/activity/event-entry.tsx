import { Wrench } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import type { ClientEvent } from "@/lib/protocol/events/schemas";
import { Badge } from "../ui/badge";
import { Disclosure } from "../ui/disclosure";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Timestamp } from "../ui/timestamp";
import { DenialExplanation } from "./denial-explanation";
import { fixWords } from "./event-fix-words";

const TONES = { issued: "success", refused: "danger", declined: "neutral" } as const;

export interface EventEntryProps {
  event: ClientEvent;
  /** Whether there is a page that explains the error code. */
  isExplained: boolean;
  /** The log with every denial of callers who did not authenticate as the client. */
  unauthenticatedHref: string;
}

/** One request of a client: its outcome, the reason, and what to do about it. */
export function EventEntry({ event, isExplained, unauthenticatedHref }: EventEntryProps) {
  const t = useTranslations("events");
  const titleId = useId();
  const isDenied = event.outcome === "refused";
  return (
    <article aria-labelledby={titleId} className="grid gap-3 px-4 py-5 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={TONES[event.outcome]}>{t(`outcomes.${event.outcome}`)}</Badge>
        <h2 id={titleId} className="text-base">
          {t.rich("entry.title", {
            kind: t(`kinds.${event.kind}`),
            reason: () => <Reason event={event} isExplained={isExplained} />,
          })}
        </h2>
        {isDenied && !event.authenticated ? (
          <Badge tone="warning">{t("entry.notAuthenticated")}</Badge>
        ) : null}
        <span className="text-muted text-sm sm:ms-auto">
          <Timestamp value={event.created_at} />
        </span>
      </header>
      {isDenied || event.message ? (
        <p className="max-w-reading">
          <DenialExplanation check={event.check} message={event.message} />
        </p>
      ) : null}
      {event.fix ? <LikelyFix fix={event.fix} /> : null}
      <Facts event={event} />
      {event.input ? <SentInput input={event.input} /> : null}
      {event.more > 0 ? (
        <p>
          {t.rich("entry.more", {
            count: event.more,
            all: (words) => (
              <Link href={unauthenticatedHref} className="inline-link">
                {words}
              </Link>
            ),
          })}
        </p>
      ) : null}
    </article>
  );
}

function Reason({ event, isExplained }: Pick<EventEntryProps, "event" | "isExplained">) {
  const code = <code className="font-mono text-sm">{event.reason}</code>;
  if (!isExplained) return code;
  return (
    <Link
      href={`/errors/${event.reason}?${new URLSearchParams({ request_id: event.request_id })}`}
      className="inline-link"
    >
      {code}
    </Link>
  );
}

export function LikelyFix({ fix }: { fix: NonNullable<ClientEvent["fix"]> }) {
  const t = useTranslations("events");
  const { text, isEnglish } = fixWords(useTranslations("events.fixes"), fix);
  return (
    <div className="flex max-w-form gap-3 rounded bg-brass-soft px-4 py-3">
      <Wrench className="mt-0.5 size-5 shrink-0 text-brass" aria-hidden="true" />
      <div className="min-w-0">
        <h3 className="text-base">{t("entry.likelyFix")}</h3>
        <p>
          <bdi lang={isEnglish ? "en" : undefined}>{text}</bdi>
        </p>
      </div>
    </div>
  );
}

function Facts({ event }: { event: ClientEvent }) {
  const t = useTranslations("events.entry");
  const isEnglish = useLocale() === "en";
  const facts: Fact[] = [];
  if (event.message && event.check && !isEnglish) {
    facts.push({ label: t("response"), value: <bdi lang="en">{event.message}</bdi> });
  }
  if (event.difference) {
    facts.push({ label: t("difference"), value: <bdi lang="en">{event.difference}</bdi> });
  }
  if (event.check) {
    facts.push({
      label: t("check"),
      value: <code className="font-mono text-sm">{event.check}</code>,
    });
  }
  if (event.company_id !== null) facts.push({ label: t("company"), value: event.company_id });
  if (event.organization_id !== null) {
    facts.push({
      label: t("organization"),
      value: <code className="font-mono text-sm">{event.organization_id}</code>,
    });
  }
  if (event.outcome === "refused" && !event.authenticated) {
    facts.push({ label: t("notAuthenticated"), value: t("notAuthenticatedWhy") });
  }
  facts.push({
    label: t("requestId"),
    value: <Identifier value={event.request_id} what={t("requestIdCopied")} />,
  });
  return <FactList facts={facts} />;
}

function SentInput({ input }: { input: NonNullable<ClientEvent["input"]> }) {
  const t = useTranslations("events.entry");
  const parameters = Object.entries(input.parameters);
  return (
    <Disclosure summary={t("sent")}>
      <dl className="grid gap-x-6 gap-y-1 rounded bg-sunken p-4 font-mono text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="font-sans text-muted">{t("authentication")}</dt>
        <dd>
          <span lang="en">{input.authentication}</span>
        </dd>
        {parameters.map(([name, value]) => (
          <Parameter key={name} name={name} value={value} />
        ))}
      </dl>
      {parameters.length === 0 ? (
        <p className="pt-2 text-muted text-sm">{t("noParameter")}</p>
      ) : null}
    </Disclosure>
  );
}

function Parameter({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </dt>
      <dd className="max-sm:pb-1">
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}
