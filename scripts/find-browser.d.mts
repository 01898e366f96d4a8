/** Finds a Chromium on this machine: the system's, or one that Playwright downloaded earlier. */
export declare function findBrowser(): string | undefined;
