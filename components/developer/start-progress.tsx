import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import { Panel } from "../ui/panel";
import { RefreshWhile } from "../ui/refresh-while";

export type StartStep = "secret" | "installed" | "token" | "call";

/**
 * The steps to a first call and whether real traffic, which trials are not, has done them. A later one includes the
 * earlier ones, so a removal brings none back.
 * @param isExtension whether companies install it; a script gets its tokens itself
 */
export function startSteps(
  isExtension: boolean,
  secretUsedAt: string | null,
  { companies, last_call_at: lastCallAt, last_token_at: lastTokenAt }: ClientImpact,
): { step: StartStep; isDone: boolean }[] {
  const hasToken = lastTokenAt !== null || lastCallAt !== null;
  const secret = { step: "secret", isDone: secretUsedAt !== null || hasToken } as const;
  if (!isExtension) return [secret, { step: "token", isDone: hasToken }];
  return [
    secret,
    { step: "installed", isDone: companies.total > 0 || hasToken },
    { step: "call", isDone: lastCallAt !== null },
  ];
}

/** The steps to a first call, which tick by themselves. */
export function StartProgress({ steps }: { steps: ReturnType<typeof startSteps> }) {
  const t = useTranslations("developer.progress");
  const isComplete = steps.every(({ isDone }) => isDone);
  return (
    <Panel>
      <div className="grid gap-3">
        <p className="font-semibold" role="status">
          {t(isComplete ? "complete" : "waiting")}
        </p>
        <ol className="flex flex-wrap gap-x-8 gap-y-2">
          {steps.map(({ step, isDone }) => (
            <li key={step} className="flex items-start gap-2">
              {isDone ? (
                <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
              ) : (
                <CircleDashed className="size-5 shrink-0 text-muted" aria-hidden="true" />
              )}
              <span className={isDone ? undefined : "text-muted"}>
                <span className="sr-only">{t(isDone ? "done" : "toDo")} </span>
                {t(`${step}.${isDone ? "happened" : "awaited"}`)}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {isComplete ? null : <RefreshWhile />}
    </Panel>
  );
}
