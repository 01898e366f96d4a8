"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { call as callApi } from "@/lib/api/client/call";
import type { Call } from "@/lib/requests/calls/schemas";
import { causeWords } from "../activity/denial-explanation";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";

interface CallDetailsProps {
  call: Call;
  organizationId: string;
  /** `/organization/{id}`. */
  organizationPath: string;
  isOpen: boolean;
}

/** All facts about a call and, if it was denied, the reason and the fix. */
export function CallDetails({ call, ...context }: CallDetailsProps) {
  const t = useTranslations("calls.details");
  const facts: Fact[] = [
    {
      label: t("requestId"),
      value: <Identifier value={call.request_id} what={t("requestIdCopied")} />,
    },
  ];
  if (call.denial === null) {
    facts.push({
      label: t("scope"),
      value: call.scope ? <code className="font-mono text-sm">{call.scope}</code> : t("noScope"),
    });
  }
  if (call.caller.id) {
    facts.push({
      label: t("callerId"),
      value: <Identifier value={call.caller.id} what={t("callerIdCopied")} />,
    });
  }
  return (
    <div className="grid gap-4 pb-3 sm:ps-5.5">
      {call.denial === null ? null : <DenialReason call={call} denial={call.denial} {...context} />}
      <FactList facts={facts} />
    </div>
  );
}

// Its parser is too large for a part of the page that few readers open.
const LikelyFix = lazy(() =>
  import("../activity/event-entry").then(
    (loaded) => ({ default: loaded.LikelyFix }),
    () => ({ default: UnloadedFix }),
  ),
);

interface DenialReasonProps {
  call: Call;
  /** The check that failed. */
  denial: string;
  organizationId: string;
  /** `/organization/{id}`. */
  organizationPath: string;
  /** The fix is loaded once this is true. */
  isOpen: boolean;
}

/** Why a call was denied, in plain words, with the fix from the failure log. */
function DenialReason(props: DenialReasonProps) {
  const { call, denial, organizationId, organizationPath, isOpen } = props;
  const t = useTranslations("calls");
  const causes = useTranslations("causes");
  const { client, request_id } = call;
  const { data, isPending, isError } = useQuery({
    queryKey: ["event-of-call", organizationId, client.id, request_id],
    queryFn: ({ signal }) =>
      callApi("listEvents", {
        params: { organization_id: organizationId, client_id: client.id },
        query: { request_id },
        signal,
      }),
    enabled: isOpen,
  });
  const event = data?.items[0];
  const log = `${organizationPath}/clients/${client.id}/events`;
  return (
    <div className="grid gap-3">
      <div>
        <h2 className="text-muted text-sm">{t("details.why")}</h2>
        <p>{causeWords(causes, denial)}</p>
        {event?.difference ? (
          <p>
            <bdi lang="en">{event.difference}</bdi>
          </p>
        ) : null}
      </div>
      {event?.fix ? (
        <Suspense>
          <LikelyFix fix={event.fix} />
        </Suspense>
      ) : null}
      <p role="status" className="text-muted text-sm">
        {isOpen && isPending ? t("details.fixLoading") : null}
        {isError ? t("details.fixFailed") : null}
        {data && !event ? t("details.noFix") : null}
      </p>
      {event ? (
        <Link href={`${log}?${new URLSearchParams({ request_id })}`} className="inline-link w-fit">
          {t("details.open")}
        </Link>
      ) : null}
    </div>
  );
}

function UnloadedFix() {
  const t = useTranslations("calls.details");
  return <p role="status">{t("fixFailed")}</p>;
}
