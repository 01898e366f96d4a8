import type { HTMLAttributes } from "react";

export interface ScrollAreaProps extends HTMLAttributes<HTMLElement> {
  as?: "blockquote" | "div" | "pre" | "ul";
}

/** A part that scrolls by itself. It takes the focus, so that the keyboard can scroll it too. */
export function ScrollArea({ as: Part = "div", ...rest }: ScrollAreaProps) {
  return <Part tabIndex={0} {...rest} />;
}
