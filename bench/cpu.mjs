import { existsSync, readdirSync, readFileSync } from "node:fs";

/** One tick of /proc, in microseconds: Linux always has 100 per second. */
const TICK_US = 10_000;

/** Whether this system reports CPU use per process (Linux does, in /proc). */
export const cpuIsKnown = existsSync("/proc/self/schedstat");

/**
 * CPU time that processes have used so far, all their threads and children, in microseconds. The children are
 * PostgreSQL's backends.
 *
 * @param {{serverPid: number, postmasterPid: number}} of
 * @returns {{server: number, database: number, everything: number, driver: number}} `database` is
 *   all of PostgreSQL, its background processes included; `everything` is the whole machine.
 */
export function readCpu({ serverPid, postmasterPid }) {
  return {
    server: cpuOfFamily(serverPid),
    database: cpuOfFamily(postmasterPid),
    driver: cpuOf(process.pid),
    everything: cpuOfMachine(),
  };
}

function cpuOf(pid) {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return 0;
  let nanoseconds = 0;
  for (const thread of readdirSync(tasks)) {
    const text = readOrEmpty(`${tasks}/${thread}/schedstat`);
    nanoseconds += Number(text.split(" ", 1)[0]);
  }
  return nanoseconds / 1000;
}

/** Running children, and the CPU use of those that have ended. */
function cpuOfFamily(parentPid) {
  let sum = cpuOf(parentPid);
  for (const pid of readdirSync("/proc")) {
    if (/^\d+$/.test(pid) && Number(statOf(pid)[1]) === parentPid) sum += cpuOf(pid);
  }
  const [endedUser, endedSystem] = statOf(parentPid).slice(13, 15).map(Number);
  return sum + (endedUser + endedSystem) * TICK_US;
}

/** Fields 3 and up of /proc/pid/stat: state, parent and so on. The second one may contain spaces. */
function statOf(pid) {
  return readOrEmpty(`/proc/${pid}/stat`).split(") ").at(-1).split(" ");
}

function cpuOfMachine() {
  const [, user, nice, system, , , interrupts, softInterrupts] = readOrEmpty("/proc/stat")
    .split("\n", 1)[0]
    .split(/ +/)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) * TICK_US;
}

/** A process may end between being listed and being read. */
function readOrEmpty(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return "";
    throw error;
  }
}
