import { clsx } from "clsx";
import { KeyGlyph } from "./key-glyph";

export interface ClientLogoProps {
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
