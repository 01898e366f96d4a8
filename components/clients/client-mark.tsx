import clsx from "clsx";

// Each reaches 4.5:1 with white in both themes.
const COLOURS = [
  "bg-[#14513f]",
  "bg-[#85600e]",
  "bg-[#3a5f1c]",
  "bg-[#7a2a56]",
  "bg-[#1b4f86]",
  "bg-[#6b3fa0]",
  "bg-[#8a3b12]",
  "bg-[#0f5f6b]",
] as const;

const SIZES = { small: "size-6 rounded text-[0.6875rem]", large: "size-12 rounded-lg text-lg" };

interface ClientMarkProps {
  client: { clientId: string; name: string; logoUri: string | null };
  size?: keyof typeof SIZES;
}

/** The logo of a client, or else two letters on a colour of its own. Decorative: its name stands next to it. */
export function ClientMark({ client, size = "small" }: ClientMarkProps) {
  const className = clsx("shrink-0", SIZES[size]);
  if (client.logoUri !== null) {
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    return <img src={client.logoUri} alt="" className={clsx(className, "object-contain")} />;
  }
  return (
    <span
      aria-hidden="true"
      className={clsx(
        className,
        "grid place-items-center font-bold text-[#ffffff] leading-none",
        colourOf(client.clientId),
      )}
    >
      {lettersOf(client.name)}
    </span>
  );
}

/** The colour of a client: always the same, because it comes from the id. */
export function colourOf(clientId: string): string {
  let sum = 0;
  for (const letter of clientId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** The first letters of the first two words. */
export function lettersOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, 2)
    .flatMap((word) => [...word].slice(0, 1))
    .join("")
    .toUpperCase();
}
