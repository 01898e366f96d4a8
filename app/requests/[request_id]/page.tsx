import { notFound, redirect } from "next/navigation";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { locateRequest } from "@/lib/requests/log/locate-request";

/** Leads to a request in the log where the person may read it, whichever client it belongs to. */
export default async function RequestPage(props: { params: Promise<{ request_id: string }> }) {
  const { request_id: requestId } = await props.params;
  const session = await requireSession(`/requests/${encodeURIComponent(requestId)}`);
  const path = await perform(locateRequest, {
    caller: { session },
    query: { request_id: requestId },
  });
  if (!path) notFound();
  redirect(path);
}
