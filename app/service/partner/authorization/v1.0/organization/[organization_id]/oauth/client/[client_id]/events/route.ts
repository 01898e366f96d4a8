import { listEventsContract } from "@/lib/activity/events/contract";
import { listEvents } from "@/lib/activity/events/list-events";
import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";

export const GET = handle(listEventsContract, listEvents);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
