/** When and on what a benchmark ran, for the line above its table. */
export function machineFacts(): string;
