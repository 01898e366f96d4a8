import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { build, stop } from "esbuild";

/** Two processes of the service on one database. */
type Instances<Job, Answer> = {
  /** Gives a job to one of them. */
  asks: ((job: Job) => Promise<Answer>)[];
  /** Ends both and waits for it. */
  end(): Promise<void>;
};

/**
 * Bundles a file and runs it in two processes.
 * @param env of both; passed as the first argument, in JSON
 */
export async function startInstances<Job extends object, Answer>(
  entryPoint: string,
  env: Record<string, string>,
): Promise<Instances<Job, Answer>> {
  // Inside the repository, because packages stay external.
  const bundle = `dist/${basename(entryPoint, ".ts")}.mjs`;
  await build({
    entryPoints: [entryPoint],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": "." },
    logLevel: "warning",
  });
  await stop();
  const instances = [0, 1].map(() => fork(bundle, [JSON.stringify(env)]));
  await Promise.all(instances.map((instance) => once(instance, "message")));
  return {
    asks: instances.map((instance) => (job: Job) => answerOf(instance, job)),
    async end() {
      const ended = instances.map((instance) => once(instance, "exit"));
      for (const instance of instances) instance.disconnect();
      await Promise.all(ended);
    },
  };
}

async function answerOf<Answer>(instance: ChildProcess, job: object): Promise<Answer> {
  const answered = once(instance, "message");
  instance.send(job);
  const [answer] = await answered;
  return answer;
}
