import { Timestamp } from "../ui/timestamp";

/** A moment, or that there was none. */
export function MomentOrNever({ value }: { value: string | null }) {
  return value ? <Timestamp value={value} /> : <span className="text-muted">Never</span>;
}
