import type { CallAnswer, SentCall } from "@/test/process/answering/answer-instance";
import { startInstances } from "@/test/process/start-instances";

/** Two processes of the service on one database. */
export type AnsweringProcesses = Awaited<ReturnType<typeof startAnsweringProcesses>>;

/** Starts two processes with this environment. */
export async function startAnsweringProcesses(env: Record<string, string>) {
  const { asks, end } = await startInstances<SentCall, CallAnswer>(
    "test/process/answering/answer-instance.ts",
    env,
  );
  return {
    /** Sends a call to both, one after the other. */
    async call(sent: SentCall): Promise<CallAnswer[]> {
      const answers: CallAnswer[] = [];
      for (const ask of asks) answers.push(await ask(sent));
      return answers;
    },
    end,
  };
}
