"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ImpactTarget, impactQuery } from "@/lib/api/client/client-queries";
import { FactList } from "../ui/fact-list";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { impactFacts } from "./impact-facts";

/** Who would be affected if the client stopped; counted when a dialog opens. */
export function ImpactSummary({ client }: { client: ImpactTarget }) {
  const t = useTranslations("client.impact");
  const { data, isError } = useQuery(impactQuery(client));
  return (
    <section aria-label={t("title")} className="rounded border border-line bg-sunken px-4">
      <div role="status" className="py-3">
        {data ? <FactList facts={impactFacts(t, data)} /> : null}
        {isError ? (
          <Notice tone="warning" title={t("uncounted")}>
            <p>{t("uncountedNext")}</p>
          </Notice>
        ) : null}
        {data || isError ? null : (
          <>
            <span className="sr-only">{t("counting")}</span>
            <Skeleton className="my-2 h-4 w-3/4" />
            <Skeleton className="my-2 h-4 w-1/2" />
          </>
        )}
      </div>
    </section>
  );
}
