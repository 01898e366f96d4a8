import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { CallAnswer, SentCall } from "@/test/process/answering/answer-instance";
import { startInstances } from "@/test/process/start-instances";

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
  const instances = await startInstances(
    "test/process/answering/answer-instance.ts",
    "answer-instance",
    env,
  );
  return {
    async call(sent) {
      const answers: CallAnswer[] = [];
      for (const instance of instances) answers.push(await answerOf(instance, sent));
      return answers;
    },
    async end() {
      const ended = instances.map((instance) => once(instance, "exit"));
      for (const instance of instances) instance.disconnect();
      await Promise.all(ended);
    },
  };
}

async function answerOf(instance: ChildProcess, sent: SentCall): Promise<CallAnswer> {
  const answered = once(instance, "message");
  instance.send(sent);
  const [answer] = await answered;
  return answer;
}
