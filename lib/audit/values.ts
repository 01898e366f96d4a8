/** What readers see in place of an erased personal value. */
export const ERASED = "erased";
