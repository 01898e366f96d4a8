import { useTranslations } from "next-intl";
import { curlCommand } from "@/lib/api/client/curl-command";
import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";

export interface ShowCallProps {
  /** The calls that the form would send, in order. */
  calls: readonly PreparedCall<ClientOperationId>[];
  clusterUrl: string;
}

/** The requests that a form would send, until a person asks for them. */
export function ShowCall(props: ShowCallProps) {
  const t = useTranslations("clientWords.showCall");
  return (
    <Disclosure summary={t("summary")}>
      <CallList {...props} />
    </Disclosure>
  );
}

/** The requests that a form would send, for use in a script. */
export function CallList({ calls, clusterUrl }: ShowCallProps) {
  const t = useTranslations("clientWords.showCall");
  return (
    <div className="grid min-w-0 gap-3">
      {calls.length === 0 ? <p className="text-muted text-sm">{t("nothing")}</p> : null}
      {calls.map((call) => (
        <CodeBlock
          key={call.operation}
          label={t(`calls.${call.operation}`)}
          code={curlCommand(call, clusterUrl)}
        />
      ))}
      <p className="text-muted text-sm">{t("token")}</p>
    </div>
  );
}
