"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Call } from "@/lib/requests/calls/schemas";
import { Badge } from "../ui/badge";
import { type Column, DataTable } from "../ui/data-table";
import { Disclosure } from "../ui/disclosure";
import { Timestamp } from "../ui/timestamp";
import { CallDetails } from "./call-details";

export interface CallTableProps {
  /** `/organization/{id}`. */
  organizationPath: string;
  organizationId: string;
  calls: readonly Call[];
  /** True on the page of all clients. */
  withClient: boolean;
}

/** Calls, newest first; each can be opened. */
export function CallTable({ calls, ...context }: CallTableProps) {
  const t = useTranslations("calls.table");
  return (
    <DataTable
      caption={t("caption")}
      columns={columnsOf(t, context)}
      rows={calls}
      rowKey={(call) => call.request_id}
    />
  );
}

function columnsOf(
  t: ReturnType<typeof useTranslations<"calls.table">>,
  { organizationPath, organizationId, withClient }: Omit<CallTableProps, "calls">,
): Column<Call>[] {
  const client: Column<Call> = {
    key: "client",
    label: t("client"),
    className: "sm:w-32",
    cell: (call) => (
      <Link
        href={`${organizationPath}/clients/${call.client.id}/calls`}
        className="inline-link wrap-anywhere"
      >
        <bdi>{call.client.name ?? call.client.id}</bdi>
      </Link>
    ),
  };
  return [
    {
      key: "time",
      label: t("time"),
      className: "sm:w-44",
      cell: (call) => <Timestamp value={call.created_at} seconds />,
    },
    {
      key: "call",
      label: t("call"),
      // On a phone it needs the whole width of the card.
      className: "max-sm:block!",
      cell: (call) => (
        <CallEntry
          call={call}
          organizationId={organizationId}
          organizationPath={organizationPath}
        />
      ),
    },
    {
      key: "status",
      label: t("status"),
      className: "sm:w-32",
      cell: (call) => <Outcome call={call} />,
    },
    {
      key: "duration",
      label: t("duration"),
      className: "sm:w-28",
      cell: ({ milliseconds }) => (
        <span className="tabular-nums">
          {milliseconds === null ? "–" : t("milliseconds", { milliseconds })}
        </span>
      ),
    },
    ...(withClient ? [client] : []),
    {
      key: "company",
      label: t("company"),
      className: "sm:w-36",
      cell: ({ company, organization_id }) => (
        <bdi className="wrap-anywhere">
          {company ? (company.name ?? company.id) : `${t("organization")} ${organization_id}`}
        </bdi>
      ),
    },
    {
      key: "caller",
      label: t("caller"),
      className: "sm:w-32",
      // The name of a system user is only another id of the client.
      cell: ({ caller }) =>
        caller.kind === "system_user" ? (
          t("systemUser")
        ) : (
          <div className="wrap-anywhere min-w-0">
            <bdi>{caller.name ?? t("someone")}</bdi>
            <span className="block text-muted text-sm">{t("seller")}</span>
          </div>
        ),
    },
  ];
}

function CallEntry({
  call,
  ...context
}: { call: Call } & Pick<CallTableProps, "organizationId" | "organizationPath">) {
  const t = useTranslations("calls.table");
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      look="row"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      summary={
        <span className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold">{call.method}</span>{" "}
          {call.path ?? <span className="text-muted">{t("noPath")}</span>}
        </span>
      }
    >
      <CallDetails call={call} isOpen={isOpen} {...context} />
    </Disclosure>
  );
}

function Outcome({ call: { status, denial } }: { call: Call }) {
  const t = useTranslations("calls.table");
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {denial === null ? null : <Badge tone="danger">{t("denied")}</Badge>}
      {status === null ? (
        denial === null && <span className="text-muted text-sm">{t("notReported")}</span>
      ) : (
        <Badge tone={toneOf(status)}>{status}</Badge>
      )}
    </span>
  );
}

function toneOf(status: number): "success" | "warning" | "danger" {
  if (status >= 500) return "danger";
  return status >= 400 ? "warning" : "success";
}
