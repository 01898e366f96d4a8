import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";

/** The frame of a person's own pages. Each page requires a session itself; without one there is no frame. */
export default function ProfileLayout({ children }: { children: ReactNode }) {
  return <PersonFrame>{children}</PersonFrame>;
}
