/** What a lock file says of a package, as far as it is looked at. */
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

/** What is wrong with a lock file, one line for each fault, and which packages cannot be judged. */
export declare function judgeLock(lock: { packages: Record<string, LockEntry> }): {
  problems: string[];
  unhashed: string[];
};
