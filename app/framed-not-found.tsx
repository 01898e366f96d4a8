import { DeadEnd } from "@/components/errors/dead-end";
import { FocusFrame } from "@/components/ui/focus-frame";
import { currentSession } from "@/lib/identity/sessions/current-session";

export { generateMetadata } from "./not-found";

/** A page that does not exist, below a layout that frames the pages of whoever is signed in. */
export default async function FramedNotFound() {
  if (await currentSession()) return <DeadEnd reason="notFound" />;
  return (
    <FocusFrame>
      <DeadEnd reason="notFound" />
    </FocusFrame>
  );
}
