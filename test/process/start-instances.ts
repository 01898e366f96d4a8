import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { build, stop } from "esbuild";

/**
 * Bundles a file and runs it in two processes of the service.
 * @param name of the file, and of the bundle
 * @param env of both; passed as the first argument, in JSON
 */
export async function startInstances(
  entryPoint: string,
  name: string,
  env: Record<string, string>,
): Promise<ChildProcess[]> {
  // Inside the repository, because packages stay external.
  const bundle = `dist/${name}.mjs`;
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
  return instances;
}
