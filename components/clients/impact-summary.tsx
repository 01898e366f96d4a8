"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import type { ImpactTarget } from "@/lib/api/client/client-queries";
import { CountingImpact, UncountedImpact } from "./impact-facts";

// Loaded when a dialog opens: its query library would be 10 KB of each page's first load.
const CountedImpact = lazy(() =>
  import("./counted-impact").then(
    (loaded) => ({ default: loaded.CountedImpact }),
    () => ({ default: UncountedImpact }),
  ),
);

/** Who would be affected if the client stopped; loaded when the dialog opens. */
export function ImpactSummary({ client }: { client: ImpactTarget }) {
  const t = useTranslations("client.impact");
  return (
    <section aria-label={t("title")} className="rounded border border-line bg-sunken px-4">
      <div role="status" className="py-3">
        <Suspense fallback={<CountingImpact />}>
          <CountedImpact client={client} />
        </Suspense>
      </div>
    </section>
  );
}
