import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "../ui/code-block";
import { Notice, type NoticeTone } from "../ui/notice";
import type { FlowExchange } from "./use-flow-run";

const TONES: Record<FlowExchange["outcome"], NoticeTone> = {
  done: "success",
  consent_needed: "warning",
  sign_in_needed: "warning",
  refused: "error",
};

export interface ExchangeViewProps {
  exchange: FlowExchange;
  /** Path of the client's failure log. */
  logPath: string;
}

/** A request and its response, with an explanation. */
export function ExchangeView({ exchange, logPath }: ExchangeViewProps) {
  const t = useTranslations("developer");
  const { outcome, message, request, response, request_id: requestId } = exchange;
  return (
    <div className="grid gap-4">
      <Notice tone={TONES[outcome]} title={t(`exchange.${outcome}`)} live>
        <p>
          {/* The API's own words: English in every language. */}
          <bdi lang="en">{message}</bdi>
        </p>
      </Notice>
      <div className="grid gap-4 lg:grid-cols-2">
        <CodeBlock label={t("exchange.request")} code={request.curl} />
        <CodeBlock label={t("exchange.answer")} code={answerText(response)} />
      </div>
      {isLogged(exchange) ? (
        <p className="text-sm">
          <Link href={`${logPath}?request=${requestId}`} className="inline-link">
            {t("requestInLog", { id: requestId })}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** The log has denials, and issued codes and tokens. */
function isLogged({ step, outcome }: FlowExchange): boolean {
  return outcome === "refused" || (outcome === "done" && step !== "call");
}

function answerText({ status, headers, body }: FlowExchange["response"]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status}`, ...lines, ...(body ? ["", body] : [])].join("\n");
}
