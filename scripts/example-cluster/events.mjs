import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pause, until } from "./processes.mjs";

/** What a supervisor such as systemd waits before it starts a program again. */
const RESTART_MS = 1_000;

/**
 * What can happen to the cluster, by option; one in capitals at its end stands for a value. Each resolves once everything
 * runs again.
 * @type {Record<string, (cluster: import("./cluster.mjs").Cluster, value: string) => Promise<void>>}
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
  "--upgrade PACKAGE": async (cluster, value) => {
    const folder = resolve(value);
    for (const name of cluster.servers) {
      await pause();
      await cluster.stopServer(name, "SIGTERM");
      await cluster.startServer(name, folder);
    }
  },
};

/**
 * The events that the arguments ask for, in their order.
 * @param {readonly string[]} args Such as `--kill primary --upgrade ../next/dist/latchkey`.
 * @returns {{name: string, run: (cluster: import("./cluster.mjs").Cluster) => Promise<void>}[] | undefined} Undefined if
 *   an argument is none of these.
 */
export function readEvents(args) {
  const events = [];
  let rest = [...args];
  while (rest.length > 0) {
    const option = Object.keys(EVENTS).find((each) => isOption(each, rest));
    if (!option) return undefined;
    const words = rest.slice(0, option.split(" ").length);
    const value = words.at(-1);
    events.push({ name: words.join(" "), run: (cluster) => EVENTS[option](cluster, value) });
    rest = rest.slice(words.length);
  }
  return events;
}

function isOption(option, args) {
  return option
    .split(" ")
    .every((word, at) => (isValue(word) ? existsSync(args[at] ?? "") : args[at] === word));
}

const isValue = (word) => word === word.toUpperCase();
