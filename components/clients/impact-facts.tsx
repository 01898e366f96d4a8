import { useTranslations } from "next-intl";
import type { Fact } from "../ui/fact-list";
import type { ClientImpactView } from "./client-views";
import { LastCall, TimestampOrNever } from "./timestamp-or-never";

const TOKENS = ["offline", "online", "clientCredentials", "refresh"] as const;

/** Who would notice if a client stopped. */
export function impactFacts(
  t: ReturnType<typeof useTranslations<"client.impact">>,
  { companies, liveTokens, ...impact }: ClientImpactView,
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
    { label: t("lastToken"), value: <TimestampOrNever value={impact.lastTokenAt} /> },
    { label: t("lastCall"), value: <LastCall value={impact.lastCallAt} /> },
  ];
}

function Companies({ total, latest }: ClientImpactView["companies"]) {
  const t = useTranslations("client.impact");
  if (total === 0) return <span className="text-muted">{t("noCompany")}</span>;
  const names = () =>
    latest.map(({ id, name }, position) => (
      <span key={id}>
        {position > 0 ? ", " : ""}
        <bdi>{name}</bdi>
      </span>
    ));
  return t.rich("granted", { total, unnamed: total - latest.length, names });
}
