import { useTranslations } from "next-intl";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { Fact } from "../ui/fact-list";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { LastCall, TimestampOrNever } from "./timestamp-or-never";

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
    { label: t("lastToken"), value: <TimestampOrNever value={impact.last_token_at} /> },
    { label: t("lastCall"), value: <LastCall value={impact.last_call_at} /> },
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

/** Shown while the users of a client are counted. */
export function CountingImpact() {
  const t = useTranslations("client.impact");
  return (
    <>
      <span className="sr-only">{t("counting")}</span>
      <Skeleton className="my-2 h-4 w-3/4" />
      <Skeleton className="my-2 h-4 w-1/2" />
    </>
  );
}

/** Shown if the users of a client could not be counted. */
export function UncountedImpact() {
  const t = useTranslations("client.impact");
  return (
    <Notice tone="warning" title={t("uncounted")}>
      <p>{t("uncountedNext")}</p>
    </Notice>
  );
}
