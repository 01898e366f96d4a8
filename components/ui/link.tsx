import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to one of our pages. It is not prefetched: Next would request every link in view, which costs the server several
 * times as much as the page itself and gains nothing, because no page has a loading state.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
