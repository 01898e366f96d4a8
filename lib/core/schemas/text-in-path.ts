import { z } from "zod";

/** A decoded segment of a path. PostgreSQL's text type cannot store NUL, so such a segment names nothing. */
export const textInPath = z.string().regex(/^[^\0]*$/);
