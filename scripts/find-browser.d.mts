/** Finds a Chromium on this machine: the system's, or the one that Playwright downloaded earlier. */
export declare function findBrowser(): string | undefined;
