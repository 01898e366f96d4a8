import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";

/** The frame of a path without a page. */
export default function UnknownLayout({ children }: { children: ReactNode }) {
  return <PersonFrame>{children}</PersonFrame>;
}
