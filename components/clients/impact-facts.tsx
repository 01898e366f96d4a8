import type { Fact } from "../ui/fact-list";
import type { ClientImpactView } from "./client-views";
import { MomentOrNever } from "./moment-or-never";

/** Who would notice if a client stopped. */
export function impactFacts({ companies, liveTokens, ...impact }: ClientImpactView): Fact[] {
  const { offline, online, clientCredentials, refresh } = liveTokens;
  const tokens = [
    [offline, "offline"],
    [online, "online"],
    [clientCredentials, "of its own"],
    [refresh, "refresh"],
  ] as const;
  const held = tokens.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  return [
    { label: "Companies", value: <Companies {...companies} /> },
    {
      label: "Live tokens",
      value: held.length > 0 ? held.join(", ") : <span className="text-muted">None</span>,
    },
    { label: "Last token issued", value: <MomentOrNever value={impact.lastTokenAt} /> },
    { label: "Last platform call", value: <MomentOrNever value={impact.lastCallAt} /> },
  ];
}

function Companies({ total, latest }: ClientImpactView["companies"]) {
  if (total === 0) return <span className="text-muted">None has granted it anything</span>;
  const unnamed = total - latest.length;
  return (
    <>
      {total === 1 ? "1 has" : `${total} have`} granted it something:{" "}
      {latest.map((name, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two companies may have one name
        <span key={position}>
          {position > 0 ? ", " : ""}
          <bdi>{name}</bdi>
        </span>
      ))}
      {unnamed > 0 ? ` and ${unnamed} more` : ""}
    </>
  );
}
