import { cpus, loadavg, totalmem } from "node:os";

/** When and on what a benchmark ran, for the line above its table. */
export function machineFacts() {
  const processors = cpus();
  return [
    new Date().toISOString().slice(0, 10),
    `${processors.length} × ${processors[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
  ].join(", ");
}
