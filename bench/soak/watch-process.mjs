import { readdirSync, readFileSync } from "node:fs";

const KILOBYTES_PER_MEGABYTE = 1024;

/**
 * What a process holds (Linux).
 *
 * @param {number} pid
 * @returns {{megabytes: number, descriptors: number}} Resident memory, and open files and sockets.
 */
export function readHeld(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return {
    megabytes: Number(kilobytes) / KILOBYTES_PER_MEGABYTE,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
