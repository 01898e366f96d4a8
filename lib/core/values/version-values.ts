/** The version of this Latchkey, as in package.json, which browsers must not load. Only operators see it. */
export const version = "0.1.0";
