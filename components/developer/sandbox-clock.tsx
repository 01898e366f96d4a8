import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { paramsOf } from "@/lib/api/client/client-calls";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import { sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { Notice } from "../ui/notice";
import { ToolRow } from "./tool-row";
import type { ToolProps } from "./try-it";

/** Triggers at once what otherwise takes hours or a seller's decision, and shows the result. */
export function SandboxClock({ client, sandbox, logPath }: ToolProps) {
  const t = useTranslations("developer.clock");
  const run = useMutation({
    mutationFn: (action: (typeof sandboxActions)[number]) =>
      call("runSandboxAction", {
        params: paramsOf(client),
        body: { company_id: sandbox.companyId, action },
      }),
    throwOnError: (error) => !(error instanceof ApiError),
  });
  return (
    <ul className="divide-y divide-line rounded border border-line">
      {sandboxActions.map((action) => {
        const isCurrent = run.variables === action;
        return (
          <ToolRow
            key={action}
            id={`action-${action}`}
            title={<h3 className="inline text-sm">{t(`actions.${action}.title`)}</h3>}
            explanation={t(`actions.${action}.explanation`)}
            button={run.isPending && isCurrent ? t("working") : t(`actions.${action}.action`)}
            isOff={run.isPending}
            onPress={() => run.mutate(action)}
          >
            {isCurrent && run.data ? <Result result={run.data} logPath={logPath} /> : null}
            {isCurrent && run.error ? (
              <Notice tone="error" title={t("failed")} live>
                <p lang="en">{run.error.message}</p>
              </Notice>
            ) : null}
          </ToolRow>
        );
      })}
    </ul>
  );
}

function Result(props: { result: AnswerOf<"runSandboxAction">; logPath: string }) {
  const { action, changed: count, request_id: requestId } = props.result;
  const t = useTranslations("developer.clock");
  const exchange = useTranslations("developer.exchange");
  if (count === 0) {
    return <Notice tone="info" title={t("nothing")} live next={t(`actions.${action}.nothing`)} />;
  }
  return (
    <Notice tone="success" title={t("done")} live>
      <p>{t(`actions.${action}.happened`, { count })}</p>
      <p>
        <Link
          href={`${props.logPath}?${requestId ? `request=${requestId}` : "denied=true"}`}
          className="inline-link"
        >
          {requestId ? exchange("requestInLog", { id: requestId }) : t("deniedFromNowOn")}
        </Link>
      </p>
    </Notice>
  );
}
