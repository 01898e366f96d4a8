import { ChevronRight, Wrench } from "lucide-react";
import Link from "next/link";
import { useId } from "react";
import type { ClientEvent } from "@/lib/oauth/events/schemas";
import { Badge } from "../ui/badge";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Timestamp } from "../ui/timestamp";
import { kindLabel, outcomeLabel } from "./event-words";

export interface EventEntryProps {
  event: ClientEvent;
  /** Whether there is a page that explains the error code. */
  isExplained: boolean;
}

/** One request of a client: what became of it, why, and what to do about it. */
export function EventEntry({ event, isExplained }: EventEntryProps) {
  const titleId = useId();
  const isRefused = event.outcome === "refused";
  return (
    <article aria-labelledby={titleId} className="grid gap-3 px-4 py-5 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={isRefused ? "danger" : "success"}>{outcomeLabel(event.outcome)}</Badge>
        <h2 id={titleId} className="text-base">
          {kindLabel(event.kind)}: <Reason event={event} isExplained={isExplained} />
        </h2>
        {isRefused && !event.authenticated ? <Badge tone="warning">Not authenticated</Badge> : null}
        <span className="text-muted text-sm sm:ms-auto">
          <Timestamp value={event.created_at} />
        </span>
      </header>
      {event.message ? (
        <p className="max-w-reading">
          <bdi>{event.message}</bdi>
        </p>
      ) : null}
      {event.fix ? <LikelyFix text={event.fix.text} /> : null}
      <FactList facts={factsOf(event)} />
      {event.input ? <SentInput input={event.input} /> : null}
    </article>
  );
}

function Reason({ event, isExplained }: EventEntryProps) {
  const code = <code className="font-mono text-sm">{event.reason}</code>;
  if (!isExplained) return code;
  return (
    <Link href={`/errors/${event.reason}`} className="inline-link">
      {code}
    </Link>
  );
}

function LikelyFix({ text }: { text: string }) {
  return (
    <div className="flex max-w-form gap-3 rounded bg-brass-soft px-4 py-3">
      <Wrench className="mt-0.5 size-5 shrink-0 text-brass" aria-hidden="true" />
      <div className="min-w-0">
        <h3 className="text-base">Likely fix</h3>
        <p>
          <bdi>{text}</bdi>
        </p>
      </div>
    </div>
  );
}

function factsOf(event: ClientEvent): Fact[] {
  const facts: Fact[] = [];
  if (event.difference) {
    facts.push({ label: "Difference", value: <bdi>{event.difference}</bdi> });
  }
  if (event.check) {
    facts.push({
      label: "Failed check",
      value: <code className="font-mono text-sm">{event.check}</code>,
    });
  }
  if (event.company_id !== null) facts.push({ label: "Company", value: event.company_id });
  if (event.organization_id !== null) {
    facts.push({
      label: "Organization",
      value: <code className="font-mono text-sm">{event.organization_id}</code>,
    });
  }
  if (event.outcome === "refused" && !event.authenticated) {
    facts.push({
      label: "Not authenticated",
      value:
        "The caller did not prove to be this client. Anybody can name its client_id, so it may be somebody else’s request.",
    });
  }
  facts.push({
    label: "Request id",
    value: <Identifier value={event.request_id} what="request id" />,
  });
  return facts;
}

function SentInput({ input }: { input: NonNullable<ClientEvent["input"]> }) {
  const parameters = Object.entries(input.parameters);
  return (
    <details>
      <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-sm font-medium text-link">
        <ChevronRight className="chevron size-4 shrink-0" aria-hidden="true" />
        What was sent, without secrets
      </summary>
      <dl className="mt-2 grid gap-x-6 gap-y-1 rounded bg-sunken p-4 font-mono text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="font-sans text-muted">Authentication</dt>
        <dd>{input.authentication}</dd>
        {parameters.map(([name, value]) => (
          <Parameter key={name} name={name} value={value} />
        ))}
      </dl>
      {parameters.length === 0 ? (
        <p className="pt-2 text-muted text-sm">No parameter could be read.</p>
      ) : null}
    </details>
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
