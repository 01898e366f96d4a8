"use client";

import { useTranslations } from "next-intl";
import type { Call } from "@/lib/requests/calls/schemas";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { DenialReason } from "./denial-reason";

export interface CallDetailsProps {
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
