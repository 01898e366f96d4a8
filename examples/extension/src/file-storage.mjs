import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BaseStorage } from "@gofynd/fdk-extension-javascript/express/storage/index.js";

/**
 * The SDK's storage interface on one JSON file, so that sessions survive a restart. It stores tokens in clear text
 * (mode 0600) and serves one process: use the SDK's RedisStorage in production.
 */
export class FileStorage extends BaseStorage {
  #path;
  #entries;

  /** @param {string} path where the file is or shall be */
  constructor(path) {
    super();
    this.#path = path;
    this.#entries = readEntries(path);
  }

  /**
   * @param {string} key
   * @returns {Promise<object | null>} a copy, or null if absent or expired
   */
  async get(key) {
    const entry = this.#entries.get(key);
    return entry && !isExpired(entry) ? structuredClone(entry.value) : null;
  }

  /** Stores a value until it is deleted. */
  async set(key, value) {
    this.#entries.set(key, { value, expires_at: null });
    this.#write();
  }

  /**
   * Keeps a value for a time.
   * @param {number} ttl seconds
   */
  async setex(key, value, ttl) {
    this.#entries.set(key, { value, expires_at: Date.now() + ttl * 1000 });
    this.#write();
  }

  /** Deletes a value, if there is one. */
  async del(key) {
    this.#entries.delete(key);
    this.#write();
  }

  #write() {
    const live = [...this.#entries].filter(([, entry]) => !isExpired(entry));
    this.#entries = new Map(live);
    mkdirSync(dirname(this.#path), { recursive: true });
    // A crash during a write must not lose the sessions: write a new file, then rename it.
    const aside = `${this.#path}.new`;
    writeFileSync(aside, JSON.stringify(Object.fromEntries(live)), { mode: 0o600 });
    renameSync(aside, this.#path);
  }
}

function isExpired(entry) {
  return entry.expires_at !== null && entry.expires_at <= Date.now();
}

function readEntries(path) {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8"))));
  } catch (error) {
    if (error.code === "ENOENT") return new Map();
    throw error;
  }
}
