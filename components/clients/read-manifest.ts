import type { z } from "zod";
import { type ImportedManifest, importedManifestSchema } from "@/lib/clients/manifest/schemas";

/** A field of a manifest that cannot be used; the empty path is the whole. */
export interface ManifestProblem {
  path: string;
  message: string;
}

/** A manifest as it was read, or what is wrong with it. */
export type ReadManifest =
  | { manifest: ImportedManifest; problems?: undefined }
  | { problems: ManifestProblem[] };

/** Reads the text of a manifest. */
export function readManifest(text: string): ReadManifest {
  const value = parseJson(text);
  if (value === undefined) return { problems: [{ path: "", message: "is not JSON" }] };
  const parsed = importedManifestSchema.safeParse(value);
  return parsed.success
    ? { manifest: parsed.data }
    : { problems: parsed.error.issues.flatMap(describeIssue) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is wrong where differs from browser to browser: that it is no JSON is all there is to say.
    return undefined;
  }
}

function describeIssue(issue: z.core.$ZodIssue): ManifestProblem[] {
  if (issue.code !== "unrecognized_keys") {
    return [{ path: issue.path.join("."), message: issue.message }];
  }
  return issue.keys.map((key) => ({
    path: [...issue.path, key].join("."),
    message: "is not a field of a manifest",
  }));
}
