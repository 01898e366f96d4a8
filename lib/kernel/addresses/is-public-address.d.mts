/** Whether an origin is one under which others reach a service: https, and not on this machine. */
export declare function isPublicAddress(origin: string | undefined): boolean;
