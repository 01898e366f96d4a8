/** A lock cannot be taken; the message explains why and what to do. */
export declare class LockError extends Error {}

/** Another process holds a lock; the message names it. */
export declare class LockHeldError extends LockError {}

/**
 * Takes the lock of a data folder, which allows one server per folder.
 *
 * @returns Releases it.
 * @throws LockError
 */
export declare function takeInstanceLock(dataDir: string, address: string): () => void;

/** The address of the server that runs on a data folder; null if none does. */
export declare function runningAddress(dataDir: string): string | null;
