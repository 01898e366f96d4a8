import { Badge, type BadgeTone } from "../ui/badge";
import type { HttpMethod } from "./openapi-document";

const TONES: Record<HttpMethod, BadgeTone> = {
  get: "info",
  post: "success",
  put: "warning",
  patch: "warning",
  delete: "danger",
};

/** The HTTP method of an operation. */
export function MethodBadge({ method }: { method: HttpMethod }) {
  return (
    <Badge tone={TONES[method]}>
      <span className="whitespace-nowrap font-mono">{method.toUpperCase()}</span>
    </Badge>
  );
}
