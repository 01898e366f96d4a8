import { useFormatter } from "next-intl";

/** A share from which on the denials need a look. */
const HIGH = 0.05;

/** How many of the calls of a row were denied, in percent; nothing without calls. */
export function DeniedShare({ calls, denied }: { calls: number; denied: number }) {
  const format = useFormatter();
  if (calls === 0) return null;
  const share = denied / calls;
  return (
    <span className={share >= HIGH ? "font-semibold text-danger" : "text-muted"}>
      {format.number(share, { style: "percent", maximumFractionDigits: 1 })}
    </span>
  );
}
