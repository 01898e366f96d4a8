/** Finds a program on this machine, such as a proxy. */
export declare function findProgram(name: string): string | undefined;
