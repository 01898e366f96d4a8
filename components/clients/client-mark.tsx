import clsx from "clsx";
import { colourOf, lettersOf } from "@/lib/core/values/client-mark-values";
import { StoredImage } from "../ui/stored-image";

const SIZES = { small: "size-6 rounded", large: "size-10 rounded-lg" };

interface ClientMarkProps {
  client: { clientId: string; name: string; logoUri: string | null };
  size?: keyof typeof SIZES;
}

/** The logo of a client, or else two letters on a colour of its own. Decorative: its name stands next to it. */
export function ClientMark({ client, size = "small" }: ClientMarkProps) {
  const className = clsx("shrink-0", SIZES[size]);
  if (client.logoUri !== null) {
    return <StoredImage src={client.logoUri} className={clsx(className, "object-contain")} />;
  }
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <rect width="24" height="24" fill={colourOf(client.clientId)} />
      <text
        x="12"
        y="12.25"
        className="select-none fill-[#ffffff] font-bold text-[11px]"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {lettersOf(client.name)}
      </text>
    </svg>
  );
}
