"use client";

import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useState } from "react";
import type { Call } from "@/lib/requests/calls/schemas";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { CallTable } from "./call-table";
import { useLiveCalls } from "./use-live-calls";

interface LiveCallsProps {
  organizationPath: string;
  organizationId: string;
  /** The calls that the server listed, newest first. */
  calls: readonly Call[];
  /** Where new calls come from. */
  liveAddress: string;
  /** In place of the table until there is a call. */
  empty: ReactNode;
  /** True on the page of all clients. */
  withClient: boolean;
}

/** A list of calls to which new ones are added as they happen. */
export function LiveCalls({ liveAddress, calls, empty, ...table }: LiveCallsProps) {
  const t = useTranslations("calls.live");
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  const [isPaused, setPaused] = useState(false);
  const live = useLiveCalls(isPaused ? null : liveAddress, refresh);
  const mergedCalls = mergeCalls(calls, live.calls);
  const resume = () => {
    setPaused(false);
    refresh();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 sm:px-6">
        <Button size="small" onClick={isPaused ? resume : () => setPaused(true)}>
          {isPaused ? (
            <Play className="size-4" aria-hidden="true" />
          ) : (
            <Pause className="size-4" aria-hidden="true" />
          )}
          {t(isPaused ? "resume" : "pause")}
        </Button>
        <p role="status" className="text-muted text-sm">
          {t(`states.${live.state}`)}
        </p>
      </div>
      {live.hasGap ? (
        <div className="border-line border-b p-4 sm:px-6">
          <Notice tone="warning" title={t("gap")} live />
        </div>
      ) : null}
      {mergedCalls.length > 0 ? <CallTable calls={mergedCalls} {...table} /> : empty}
    </>
  );
}

/** Listed calls and newer ones, newest first. A newer state of a call replaces the listed one. */
function mergeCalls(listed: readonly Call[], live: ReadonlyMap<string, Call>): Call[] {
  const all = new Map([...listed.map((call) => [call.request_id, call] as const), ...live]);
  return [...all.values()].toSorted((one, other) => compare(keyOf(other), keyOf(one)));
}

function keyOf({ created_at, request_id }: Call): string {
  return `${created_at} ${request_id}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
