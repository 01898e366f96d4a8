import { ChevronRight } from "lucide-react";
import { curlCommand } from "@/lib/api-client/curl-command";
import type { PreparedCall } from "@/lib/api-client/prepared-call";
import { CodeBlock } from "../ui/code-block";

export interface ShowCallProps {
  /** What the form would send, in this order. */
  calls: readonly PreparedCall[];
  clusterUrl: string;
}

/** The very requests that a form would send, to be done by a script instead. */
export function ShowCall({ calls, clusterUrl }: ShowCallProps) {
  return (
    <details className="min-w-0">
      <summary className="flex min-h-8 w-fit items-center gap-2 font-semibold text-link text-sm">
        <ChevronRight className="chevron size-4 shrink-0" aria-hidden="true" />
        Show as API call
      </summary>
      <div className="mt-2 grid min-w-0 gap-3">
        {calls.length === 0 ? (
          <p className="text-muted text-sm">Nothing is changed yet, so nothing would be sent.</p>
        ) : null}
        {calls.map((call) => (
          <CodeBlock
            key={call.contract.operationId}
            label={call.contract.summary}
            code={curlCommand(call, clusterUrl)}
          />
        ))}
        <p className="text-muted text-sm">
          $TOKEN stands for a bearer token with the same permission; this page never shows one.
        </p>
      </div>
    </details>
  );
}
