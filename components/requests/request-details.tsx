"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { RequestDetail } from "@/lib/requests/log/schemas";
import { Badge } from "../ui/badge";
import { CopyButton } from "../ui/copy-button";
import { Timestamp } from "../ui/timestamp";
import { DifferenceWords } from "./difference-words";
import type { LogScope } from "./log-scope";
import { curlOf } from "./request-curl";
import { RequestFix } from "./request-fix";
import { causeWords, resultOf, shortCause, toneOf, useKindWords } from "./request-words";

interface RequestDetailsProps {
  request: RequestDetail;
  scope: LogScope;
  mayWrite: boolean;
  onChanged: () => void;
}

const TONES = {
  good: "bg-success-soft text-success",
  bad: "bg-danger-soft text-danger",
  neutral: "bg-warning-soft text-warning",
};

/** The cause of a request's result, what to do about it, and everything that is known about it. */
export function RequestDetails({ request, scope, mayWrite, onChanged }: RequestDetailsProps) {
  const t = useTranslations("requests.drawer");
  const { code, outcome, request_id, timeline } = request;
  return (
    <div className="grid gap-5 p-5 text-sm">
      <header className="grid justify-items-start gap-1.5">
        <span
          className={clsx(
            "rounded-sm px-1.5 font-semibold text-xs leading-5",
            TONES[toneOf(request)],
          )}
        >
          {resultOf(request)}
        </span>
        <h2 className="text-lg">
          <Cause request={request} />
        </h2>
        {outcome === "denied" && !request.authenticated ? (
          <p className="text-muted">{t("notAuthenticated")}</p>
        ) : null}
        {request.more > 0 ? (
          <p className="text-muted">{t("more", { count: request.more })}</p>
        ) : null}
      </header>
      {outcome === "denied" ? (
        <RequestFix request={request} mayWrite={mayWrite} onChanged={onChanged} />
      ) : null}
      {request.difference ? (
        <Section title={t("difference")}>
          <p className="wrap-anywhere rounded border border-line bg-sunken px-3 py-2 font-mono text-xs">
            <DifferenceWords parts={request.difference_parts} english={request.difference} />
          </p>
        </Section>
      ) : null}
      <Facts request={request} scope={scope} />
      {request.input ? <Sent input={request.input} /> : null}
      {timeline.length > 0 ? (
        <Section title={t("timeline")}>
          <Timeline request={request} />
        </Section>
      ) : null}
      <footer className="flex flex-wrap items-center gap-2">
        <CopyButton value={request_id} what={t("copyIdWhat")} label={t("copyId")} />
        <CopyButton value={curlOf(request)} what={t("copyCurlWhat")} label={t("copyCurl")} />
        {outcome === "denied" && code !== null ? (
          <Link href={`/errors/${code}`} className="inline-link">
            {t("explain", { code })}
          </Link>
        ) : null}
      </footer>
    </div>
  );
}

function Cause({ request: { check, outcome, kind } }: { request: RequestDetail }) {
  const t = useTranslations("requests");
  const causes = useTranslations("causes");
  const kindWords = useKindWords();
  if (outcome === "declined") return t("drawer.declined");
  if (outcome === "denied") return causeWords(causes, check ?? "request");
  return t("drawer.allowed", { kind: kindWords(kind) });
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ request, scope }: { request: RequestDetail; scope: LogScope }) {
  const t = useTranslations("requests.drawer");
  const { client, company, caller, owner_id, milliseconds } = request;
  const page = client && owner_id && `/organization/${owner_id}/clients/${client.id}`;
  const name = <bdi>{client?.name ?? client?.id}</bdi>;
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [
      t("request"),
      <code key="path" className="font-mono text-xs">
        {request.method} <Path path={request.path ?? ""} />
      </code>,
    ],
    [
      t("client"),
      client &&
        (page && scope.organizationId !== null ? (
          <Link href={page} className="inline-link">
            {name}
          </Link>
        ) : (
          name
        )),
    ],
    [
      t("company"),
      company && (
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{company.name === null ? company.id : `${company.name} (${company.id})`}</bdi>
          {company.is_sandbox ? <Badge>{t("sandbox")}</Badge> : null}
        </span>
      ),
    ],
    [t("organization"), request.organization_id],
    [
      t("caller"),
      caller &&
        (caller.kind === "seller" ? (
          <bdi>{t("seller", { name: caller.name ?? caller.id ?? "" })}</bdi>
        ) : (
          t("extension")
        )),
    ],
    [t("scope"), request.scope && <code className="font-mono text-xs">{request.scope}</code>],
    [t("response"), request.message && <bdi lang="en">{request.message}</bdi>],
    [t("check"), request.check && <code className="font-mono text-xs">{request.check}</code>],
    [
      t("when"),
      <span key="when">
        <Timestamp value={request.created_at} exact="second" />
        {milliseconds === null ? null : `, ${t("milliseconds", { milliseconds })}`}
      </span>,
    ],
  ];
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** A path that breaks at its slashes, and within a word only where that is longer than the line. */
function Path({ path }: { path: string }) {
  const parts = path.split(/(?<=\/)/);
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join("")}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Sent({ input }: { input: NonNullable<RequestDetail["input"]> }) {
  const t = useTranslations("requests.drawer");
  const parameters = Object.entries(input.parameters);
  return (
    <Section title={t("sent")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded bg-sunken px-3 py-2 font-mono text-xs">
        <dt className="font-sans text-muted">{t("authentication")}</dt>
        <dd lang="en">{input.authentication}</dd>
        {parameters.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">
              <bdi>{name}</bdi>
            </dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {parameters.length === 0 ? <p className="text-muted">{t("noParameter")}</p> : null}
    </Section>
  );
}

type Step = RequestDetail["timeline"][number];

const DOTS = { allowed: "bg-success", denied: "bg-danger", declined: "bg-warning" };

/** What happened with an install, from the consent to one request. */
function Timeline({ request: { id: entryId, timeline } }: { request: RequestDetail }) {
  const t = useTranslations("requests.drawer");
  return (
    <ol className="relative grid gap-2 ps-5 before:absolute before:inset-y-1 before:start-[3px] before:w-px before:bg-line">
      {timeline.map((step) => (
        <li key={`${step.at} ${step.kind} ${step.id}`} className="relative">
          <span
            aria-hidden="true"
            className={clsx(
              "absolute top-1.5 -start-5 size-2 rounded-full ring-2 ring-surface",
              DOTS[step.outcome],
            )}
          />
          <StepWords {...step} />{" "}
          <span className="text-muted">
            {step.count > 1 ? `${t("times", { count: step.count })}, ` : null}
            {step.by_person ? `${t("by", { person: step.person ?? t("anApprover") })}, ` : null}
            <Timestamp value={step.at} exact="second" />
          </span>
          {step.id === entryId ? <span className="font-semibold"> {t("timelineNow")}</span> : null}
        </li>
      ))}
    </ol>
  );
}

const CHANGES = ["granted", "changed", "revoked"] as const;

function StepWords({ kind, code, check, outcome }: Step) {
  const t = useTranslations("requests");
  const kindWords = useKindWords();
  const name = kindWords(kind);
  if (kind === "install") {
    const change = CHANGES.find((one) => one === code);
    return change ? t(`drawer.steps.${change}`) : name;
  }
  if (outcome === "denied") return `${name}: ${shortCause(t, check ?? "request")}`;
  if (code === null || outcome === "declined") return name;
  return `${name}: ${code === "authorization_code" ? "code" : code}`;
}
