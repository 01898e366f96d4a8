import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to a page of ours. Not prefetched: Next would request each link in sight, which costs the server several times
 * as much as the page, and finds nothing to show early, because every page depends on who reads it.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
