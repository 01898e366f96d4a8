"use client";

import { useQuery } from "@tanstack/react-query";
import type { ClientTarget } from "@/lib/api-client/client-calls";
import { impactQuery } from "@/lib/api-client/client-queries";
import { FactList } from "../ui/fact-list";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { impactFacts } from "./impact-facts";
import { presentImpact } from "./present-client";

/** Who would notice if the client stopped, asked for when a question about it is opened. */
export function ImpactSummary({ client }: { client: ClientTarget }) {
  const { data, isError } = useQuery(impactQuery(client));
  return (
    <section aria-label="Who would notice" className="rounded border border-line bg-sunken px-4">
      <div role="status" className="py-3">
        {data ? <FactList facts={impactFacts(presentImpact(data))} /> : null}
        {isError ? (
          <Notice tone="warning" title="Who uses it could not be counted.">
            <p>Close this and open it again, or look at its companies first.</p>
          </Notice>
        ) : null}
        {data || isError ? null : (
          <>
            <span className="sr-only">Counting who uses it</span>
            <Skeleton className="my-2 h-4 w-3/4" />
            <Skeleton className="my-2 h-4 w-1/2" />
          </>
        )}
      </div>
    </section>
  );
}
