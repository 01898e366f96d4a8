import type { z } from "zod";
import { type ImportedManifest, importedManifestSchema } from "@/lib/clients/manifest/schemas";
import { plainIssue } from "@/lib/core/schemas/plain-issue";

/** A problem in a manifest; the empty path means the whole manifest. */
export type ManifestProblem =
  | { kind: "notJson" | "unknownField"; path: string }
  /** The schema's message. */
  | { kind: "invalid"; path: string; message: string };

/** A parsed manifest, or its problems. */
export type ReadManifest =
  | { manifest: ImportedManifest; problems?: undefined }
  | { manifest?: undefined; problems: ManifestProblem[] };

/** Reads the text of a manifest. */
export function readManifest(text: string): ReadManifest {
  const value = parseJson(text);
  if (value === undefined) return { problems: [{ kind: "notJson", path: "" }] };
  const parsed = importedManifestSchema.safeParse(value, { error: plainIssue });
  return parsed.success
    ? { manifest: parsed.data }
    : { problems: parsed.error.issues.flatMap(describeIssue) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Browsers describe syntax errors differently, so only say that it is not JSON.
    return undefined;
  }
}

function describeIssue(issue: z.core.$ZodIssue): ManifestProblem[] {
  if (issue.code !== "unrecognized_keys") {
    return [{ kind: "invalid", path: issue.path.join("."), message: issue.message }];
  }
  return issue.keys.map((key) => ({
    kind: "unknownField",
    path: [...issue.path, key].join("."),
  }));
}
