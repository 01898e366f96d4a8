import { DeadEnd } from "@/components/errors/dead-end";
import { FocusFrame } from "@/components/ui/focus-frame";
import { currentSession } from "@/lib/identity/sessions/current-session";

export { generateMetadata } from "./not-found";

/** The 404 page inside the frame of a signed-in person. */
export default async function FramedNotFound() {
  if (await currentSession()) return <DeadEnd reason="notFound" />;
  return (
    <FocusFrame>
      <DeadEnd reason="notFound" />
    </FocusFrame>
  );
}
