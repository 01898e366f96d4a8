/** Where a membership came from: this installation, the platform's directory, or the claims of an ID token. */
export type Source = "local" | "directory" | "claims";

/** The memberships that each source may change or end, by their own source. Others stay as they are. */
const OVERRIDES: Readonly<Record<Source, readonly Source[]>> = {
  local: ["local"],
  directory: ["local", "directory", "claims"],
  claims: ["claims"],
};

/** Whether a source may change or end a membership that came from another. */
export function overrides(source: Source, other: Source): boolean {
  return OVERRIDES[source].includes(other);
}
