import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A hybrid of both versions of cgroups, which crun rejects. Podman then runs without the newer one in view. */
const HYBRID = "/sys/fs/cgroup/unified";
const WITHOUT_HYBRID = ["unshare", "--mount", "sh", "-c", `umount ${HYBRID}; exec "$@"`, "sh"];

/** As strict as a container of Latchkey can be. */
const LIMITS = [
  "--memory=512m",
  "--memory-swap=512m",
  "--cpus=1",
  "--read-only",
  "--cap-drop=all",
  "--security-opt=no-new-privileges",
  // Without these, podman raises limits, which an account in a container may not.
  "--ulimit=nofile=4096:4096",
  "--ulimit=nproc=4096:4096",
];

/** A container on this machine's network. */
export interface Container {
  /** Its output so far. */
  logs(): string;
  /** Runs a program in it. */
  run(...command: string[]): string;
  /** The most memory that it used at once. */
  peakMegabytes(): number;
  /** Sends SIGTERM and waits until its process has ended; without the time that podman itself takes. */
  stop(): Promise<{ code: number; ms: number }>;
  remove(): void;
}

/** Starts an image with 512 MB, one core, a read-only root, and no capabilities. */
export function startContainer(image: string, env: Readonly<Record<string, string>>): Container {
  const variables = Object.entries(env).map(([name, value]) => `--env=${name}=${value}`);
  const [program = "podman", ...wrapper] = existsSync(HYBRID) ? WITHOUT_HYBRID : ["podman"];
  const podman = program === "podman" ? [] : [...wrapper, "podman"];
  const manager = existsSync("/run/systemd/system") ? [] : ["--cgroup-manager=cgroupfs"];
  const options = ["--detach", "--network=host", "--no-healthcheck", ...LIMITS, ...variables];
  const id = output(program, ...podman, ...manager, "run", ...options, image);
  const pid = Number(output("podman", "inspect", "--format", "{{.State.Pid}}", id));
  return {
    logs: () => output("podman", "logs", id),
    run: (...command) => output(program, ...podman, ...manager, "exec", id, ...command),
    peakMegabytes: () => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1000;
    },
    stop: async () => {
      const begin = performance.now();
      process.kill(pid, "SIGTERM");
      while (existsSync(`/proc/${pid}`)) await sleep(10);
      const ms = performance.now() - begin;
      return { code: Number(output("podman", "wait", id)), ms };
    },
    remove: () => void output("podman", "rm", "--force", "--volumes", id),
  };
}

/** The size of an image with all its layers. */
export function imageMegabytes(image: string): number {
  return Number(output("podman", "image", "inspect", "--format", "{{.Size}}", image)) / 1e6;
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8" }).trim();
}
