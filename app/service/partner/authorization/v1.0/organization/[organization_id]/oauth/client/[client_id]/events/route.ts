import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { listEventsContract } from "@/lib/oauth/events/contract";
import { listEvents } from "@/lib/oauth/events/list-events";

export const GET = handle(listEventsContract, listEvents);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
