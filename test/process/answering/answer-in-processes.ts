import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { CallAnswer, SentCall } from "@/test/process/answering/answer-worker";
import { startWorkers } from "@/test/process/start-workers";

/** Two processes of the service on one database. */
export type AnsweringProcesses = {
  /** Sends a call to both, one after the other. */
  call(sent: SentCall): Promise<CallAnswer[]>;
  /** Ends both and waits for it. */
  end(): Promise<void>;
};

/** Starts two processes with this environment. */
export async function startAnsweringProcesses(
  env: Record<string, string>,
): Promise<AnsweringProcesses> {
  const workers = await startWorkers(
    "test/process/answering/answer-worker.ts",
    "answer-worker",
    env,
  );
  return {
    async call(sent) {
      const answers: CallAnswer[] = [];
      for (const worker of workers) answers.push(await answerOf(worker, sent));
      return answers;
    },
    async end() {
      const ended = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) worker.disconnect();
      await Promise.all(ended);
    },
  };
}

async function answerOf(worker: ChildProcess, sent: SentCall): Promise<CallAnswer> {
  const answered = once(worker, "message");
  worker.send(sent);
  const [answer] = await answered;
  return answer;
}
