import { version as packageVersion } from "@/package.json";

/** The version of this Latchkey, for example `0.1.0`. Only operators see it. */
export const version: string = packageVersion;
