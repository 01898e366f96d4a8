import { DeadEnd } from "@/components/errors/dead-end";

/** For a member whose role does not have the permission that a page needs. */
export default function ForbiddenPage() {
  return <DeadEnd reason="forbidden" />;
}
