/** The relevant fields of a package in a lock file. */
export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** The problems of a lock file, one line each, and the packages without a hash that are acceptable. */
export declare function judgeLock(lock: { packages: Record<string, LockEntry> }): {
  problems: string[];
  unhashed: string[];
};
