/** Seconds that an online token lives (document section 8). */
export const ONLINE_TOKEN_SECONDS = 21_600;
