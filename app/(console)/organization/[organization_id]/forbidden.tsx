import { NoSuchPage } from "@/components/errors/dead-end";

/** For a member whose role does not have the permission that a page needs. */
export default function ForbiddenPage() {
  return <NoSuchPage reason="forbidden" isFramed />;
}
