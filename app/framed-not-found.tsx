import { NoSuchPage } from "@/components/errors/dead-end";
import { currentSession } from "@/lib/identity/sessions/current-session";

export { generateMetadata } from "./not-found";

/** The 404 page inside the frame of a signed-in person. */
export default async function FramedNotFound() {
  return <NoSuchPage reason="notFound" isFramed={(await currentSession()) !== null} />;
}
