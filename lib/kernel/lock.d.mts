/** Another process holds a lock; the message says who, and what to do. */
export declare class LockHeldError extends Error {}

/**
 * Takes the lock of a data folder: one server to a folder.
 *
 * @returns Releases it.
 * @throws LockHeldError
 */
export declare function takeInstanceLock(dataDir: string, address: string): () => void;
