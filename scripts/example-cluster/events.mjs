import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./until.mjs";

/** What a supervisor such as systemd waits before it starts a program again. */
const RESTART_MS = 1_000;

/**
 * What can happen to the cluster, by option. Each resolves once everything runs again.
 *
 * @type {Record<string, (cluster: import("./cluster.mjs").Cluster) => Promise<void>>}
 */
export const EVENTS = {
  "--kill primary": async (cluster) => {
    const lost = await cluster.primary();
    await cluster.killNode(lost);
    await until("a standby has taken over", async () => {
      const primary = await cluster.primary();
      return primary !== undefined && primary !== lost;
    });
    cluster.startNode(lost);
    await until("both standbys are synchronous again", () => cluster.isWhole());
  },
  "--switchover": async (cluster) => {
    const members = await cluster.members();
    const leader = members.find(({ role }) => role === "leader").name;
    const candidate = members.find(({ role }) => role === "sync_standby").name;
    await cluster.switchOver(leader, candidate);
    await until("the standby has taken over", async () => (await cluster.primary()) === candidate);
    await until("both standbys are synchronous again", () => cluster.isWhole());
  },
  "--kill latchkey": async (cluster) => {
    const [name] = cluster.servers;
    await cluster.stopServer(name, "SIGKILL");
    await sleep(RESTART_MS);
    await cluster.startServer(name);
  },
  "--drain": async (cluster) => {
    for (const name of cluster.servers) {
      await cluster.stopServer(name, "SIGTERM");
      await cluster.startServer(name);
    }
  },
};

/**
 * The events that the arguments ask for, in their order.
 *
 * @param {readonly string[]} args Such as `--kill primary --drain`.
 * @returns {string[] | undefined} Undefined if an argument is none of these.
 */
export function readEvents(args) {
  const names = Object.keys(EVENTS);
  const events = [];
  let rest = args.join(" ").trim();
  while (rest) {
    const name = names.find((each) => rest === each || rest.startsWith(`${each} `));
    if (!name) return undefined;
    events.push(name);
    rest = rest.slice(name.length).trim();
  }
  return events;
}
