import { readMetrics } from "@/lib/core/metrics";
import { collectReportsWith, type ProcessReport } from "@/lib/core/process-reports";
import { noteRulesProblem, putRulesInForce } from "@/lib/gate/rules/rules-in-force";
import {
  Questions,
  type SentRules,
  type ToPrimary,
  toWorkerSchema,
  type WorkerSettings,
} from "@/lib/server/workers/messages";

/**
 * Follows the primary's messages from now on: puts rules in force, measures, and stops. `GET /metrics` and the overview
 * get the reports of all processes through the primary. If the primary is gone, Node ends this process.
 * @param stop begins an orderly end
 * @returns what this worker needs before it can serve
 */
export function joinPrimary(stop: () => void): Promise<WorkerSettings> {
  const questions = new Questions<readonly ProcessReport[]>();
  collectReportsWith(() => questions.ask((id) => tellPrimary({ kind: "collect", id })));
  return new Promise((begin) => {
    process.on("message", (received) => {
      const message = toWorkerSchema.parse(received);
      switch (message.kind) {
        case "start":
          if (message.settings.gate) takeRules(message.settings.gate);
          begin(message.settings);
          break;
        case "rules":
          takeRules(message.gate);
          break;
        case "measure":
          void readMetrics().then((metrics) =>
            tellPrimary({ kind: "measured", id: message.id, metrics }),
          );
          break;
        case "reports":
          questions.answer(message.id, message.reports);
          break;
        case "stop":
          stop();
      }
    });
    tellPrimary({ kind: "loaded" });
  });
}

/** Sends a message to the process that started this worker. */
export function tellPrimary(message: ToPrimary): void {
  process.send?.(message);
}

function takeRules({ rules, problem }: SentRules): void {
  putRulesInForce(rules);
  if (problem) noteRulesProblem(problem);
}
