"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ImpactTarget, impactQuery } from "@/lib/api/client/client-queries";
import { QueryProvider } from "../shell/query-provider";
import { FactList } from "../ui/fact-list";
import { CountingImpact, impactFacts, UncountedImpact } from "./impact-facts";

/** Who uses the client, from the API. */
export function CountedImpact({ client }: { client: ImpactTarget }) {
  return (
    <QueryProvider>
      <Impact client={client} />
    </QueryProvider>
  );
}

function Impact({ client }: { client: ImpactTarget }) {
  const t = useTranslations("client.impact");
  const { data, isError } = useQuery(impactQuery(client));
  if (data) return <FactList facts={impactFacts(t, data)} />;
  return isError ? <UncountedImpact /> : <CountingImpact />;
}
