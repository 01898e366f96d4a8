import { slots } from "@/lib/core/limits/slots";

/** Live connections that one process serves at a time. None holds a database connection between two looks. */
export const MAX_TAILS = 200;
/** The maximum for one person or client. */
export const MAX_TAILS_OF_CALLER = 5;

const RETRY_SECONDS = 10;
const NEXT = `Try again in ${RETRY_SECONDS} seconds, or list them instead.`;

/** The slots of live connections. */
export const tailSlots = slots("live-tails", {
  max: {
    slots: MAX_TAILS,
    message: `${MAX_TAILS} connections already watch this server. ${NEXT}`,
  },
  maxPerOwner: {
    slots: MAX_TAILS_OF_CALLER,
    message: `${MAX_TAILS_OF_CALLER} connections of yours already watch. Close one. ${NEXT}`,
  },
  retrySeconds: RETRY_SECONDS,
});
