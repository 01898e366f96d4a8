import { notFound } from "next/navigation";
import { NoSuchPage } from "@/components/errors/dead-end";
import { currentSession } from "@/lib/identity/sessions/current-session";

export { generateMetadata } from "./not-found";

/** The 404 page inside the frame of a signed-in person. */
export default async function FramedNotFound() {
  return <NoSuchPage reason="notFound" isFramed={(await currentSession()) !== null} />;
}

/** A path without a page, in the frame of its folder. */
export function UnknownPage(): never {
  notFound();
}
