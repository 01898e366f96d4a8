import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ImpactTarget, impactQuery } from "@/lib/api/client/client-queries";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import { type Fact, FactList } from "../ui/fact-list";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { Timestamp } from "../ui/timestamp";

const TOKENS = ["offline", "online", "client_credentials", "refresh"] as const;

/** Who would notice if a client stopped. */
export function impactFacts(
  t: ReturnType<typeof useTranslations<"client.impact">>,
  { companies, live_tokens: liveTokens, ...impact }: ClientImpact,
): Fact[] {
  const tokenCounts = TOKENS.filter((kind) => liveTokens[kind] > 0).map((kind) =>
    t(`tokens.${kind}`, { count: liveTokens[kind] }),
  );
  return [
    { label: t("companies"), value: <Companies {...companies} /> },
    {
      label: t("liveTokens"),
      value:
        tokenCounts.length > 0 ? (
          tokenCounts.join(", ")
        ) : (
          <span className="text-muted">{t("noToken")}</span>
        ),
    },
    { label: t("calls"), value: t("callCount", { count: impact.calls_7_days }) },
    { label: t("lastToken"), value: <Timestamp value={impact.last_token_at} /> },
    { label: t("lastCall"), value: <Timestamp value={impact.last_call_at} none="noneRecorded" /> },
  ];
}

function Companies({ total, latest }: ClientImpact["companies"]) {
  const t = useTranslations("client.impact");
  if (total === 0) return <span className="text-muted">{t("noCompany")}</span>;
  const names = () =>
    latest.map(({ company_id, organization_id, name }, position) => (
      <span key={company_id ?? organization_id}>
        {position > 0 ? ", " : ""}
        <bdi>{name}</bdi>
      </span>
    ));
  return t.rich("granted", { total, unnamed: total - latest.length, names });
}

/** Who would be affected if the client stopped; counted when a dialog opens. */
export function ImpactSummary({ client }: { client: ImpactTarget }) {
  const t = useTranslations("client.impact");
  const { data, isError } = useQuery(impactQuery(client));
  return (
    <section aria-label={t("title")} className="rounded border border-line bg-sunken px-4">
      <div role="status" className="py-3">
        {data ? <FactList facts={impactFacts(t, data)} /> : null}
        {isError ? (
          <Notice tone="warning" title={t("uncounted")} next={t("uncountedNext")} />
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
