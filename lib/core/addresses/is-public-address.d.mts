/** Whether others can reach a service at this origin: https, and not on this machine. */
export declare function isPublicAddress(origin: string | undefined): boolean;
