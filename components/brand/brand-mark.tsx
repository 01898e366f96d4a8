"use client";

import { clsx } from "clsx";
import { useBrand } from "./brand-context";
import { Mark } from "./mark";

/** The installation's logo, or the Latchkey mark. Decorative next to the product name. */
export function BrandMark({ className }: { className?: string }) {
  const { logoUri } = useBrand();
  if (logoUri === null) return <Mark {...(className && { className })} />;
  return (
    // biome-ignore lint/performance/noImgElement: the image is already small, and next/image would fetch it here.
    <img src={logoUri} alt="" className={clsx("rounded-sm object-contain", className)} />
  );
}

/** What this installation calls itself. */
export function ProductName() {
  return <bdi>{useBrand().productName}</bdi>;
}
