import { clsx } from "clsx";

interface ClientLogoProps {
  client: { logoUri: string | null };
  /** Its size, within which the logo keeps its proportions. */
  className?: string;
}

/** The logo of an extension, or else a key. Decorative: its name is always written next to it. */
export function ClientLogo({ client: { logoUri }, className }: ClientLogoProps) {
  if (logoUri === null) return <KeyGlyph className={clsx("text-brass", className)} />;
  return (
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    <img src={logoUri} alt="" className={clsx("rounded object-contain", className)} />
  );
}

const BLADE =
  "M16 5.8V14.2L19.5 14.2L20.8 12.6H22.5L23.8 14.2L24.7 14.2L26 9.4H27.7L29 14.2L29.9 14.2L31.2 14.2H32.9L34.2 14.2L35.1 14.2L36.4 11H38.1L39.4 14.2L40.3 14.2L41.6 12.6H43.3L44.6 14.2H46L49.5 10L46 5.8Z";

/** A small key. Decorative: a name is always written next to it. */
export function KeyGlyph({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 50 20" className={className} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M9 1a9 9 0 1 1 0 18A9 9 0 0 1 9 1ZM6 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z"
      />
      <path fill="currentColor" d={BLADE} />
    </svg>
  );
}
