import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link to one of our pages. Prefetching would cost the server several times as much as the page itself. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
