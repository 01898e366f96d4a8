/** How often to repeat what may fail only now and then: once in `npm test`, 40 times with LATCHKEY_LONG_RUN=1. */
export const REPEATS = process.env.LATCHKEY_LONG_RUN === "1" ? 40 : 1;
