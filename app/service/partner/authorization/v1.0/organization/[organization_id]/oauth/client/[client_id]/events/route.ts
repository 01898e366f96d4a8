import { handle, methodNotAllowed } from "@/lib/http/handle";
import { listEventsContract } from "@/lib/oauth/events/contract";
import { listEvents } from "@/lib/oauth/events/list-events";

export const GET = handle(listEventsContract, listEvents);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
