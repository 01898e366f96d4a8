/** Another process holds a lock; the message names it and explains what to do. */
export declare class LockHeldError extends Error {}

/**
 * Takes the lock of a data folder, which allows one server per folder.
 *
 * @returns Releases it.
 * @throws LockHeldError
 */
export declare function takeInstanceLock(dataDir: string, address: string): () => void;
